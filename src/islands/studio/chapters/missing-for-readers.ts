/** What chapters lack before they can come out: the server refuses one without a title or a text. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';

type Written = Pick<StudioChapterBody, 'title' | 'wordCount'>;

/** So many numbers of chapters are named. */
const namedMax = 6;

/** “un titre”, “un texte”, “un titre et un texte”; '' for nothing. */
function lackOf({ title, wordCount }: Written): string {
  return [title.trim() === '' && 'un titre', wordCount === 0 && 'un texte']
    .filter((part) => part !== false)
    .join(' et ');
}

/** Whether it can come out. */
export const isComplete = (chapter: Written): boolean => lackOf(chapter) === '';

export type Part = 'title' | 'text';

/** Of one chapter: “Il manque un titre à ce chapitre : …”; null if what was written can come out. */
export function missingIn(
  copy: Written,
  isPublished: boolean,
): { sentence: string; first: Part } | null {
  const lack = lackOf(copy);
  if (lack === '') return null;
  const sentence = isPublished
    ? `Il manque ${lack} à ces modifications\u00A0: elles ne peuvent pas encore paraître.`
    : `Il manque ${lack} à ce chapitre\u00A0: il ne peut pas encore paraître.`;
  return { sentence, first: copy.title.trim() === '' ? 'title' : 'text' };
}

/** The same of those among several; the others come out without them. */
export function missingAmong(
  chapters: readonly (Written & Pick<StudioChapterBody, 'chapterNumber'>)[],
): string {
  const incomplete = chapters.filter((chapter) => !isComplete(chapter));
  const [first] = incomplete;
  if (first === undefined) return '';
  if (incomplete.length === 1) {
    return `Il manque ${lackOf(first)} au chapitre ${first.chapterNumber}\u00A0: il restera comme il est.`;
  }
  const numbers = incomplete.slice(0, namedMax).map(({ chapterNumber }) => chapterNumber);
  const more = incomplete.length > namedMax ? '…' : '';
  return `Il manque un titre ou un texte à ${plural(incomplete.length, 'chapitre')} (${numbers.join(', ')}${more})\u00A0: ils resteront comme ils sont.`;
}
