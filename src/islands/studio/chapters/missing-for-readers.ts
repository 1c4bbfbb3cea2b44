/** What chapters lack before they can come out: the server refuses one without a title or a text. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/formats.ts';

type Written = Pick<StudioChapterBody, 'title' | 'wordCount'>;

/** So many numbers of chapters are named. */
const namedMax = 6;

/** “un titre”, “un texte”, “un titre et un texte”; '' for nothing. */
function lackOf({ title, wordCount }: Written): string {
  return [title.trim() === '' && 'un titre', wordCount === 0 && 'un texte']
    .filter((part) => part !== false)
    .join(' et ');
}

/** Of one chapter: “Il manque un titre à ce chapitre : …”; '' if it can come out. */
export function missingIn(chapter: Written): string {
  const lack = lackOf(chapter);
  return lack && `Il manque ${lack} à ce chapitre\u00A0: il ne peut pas encore paraître.`;
}

/** The same of those among several; the others come out without them. */
export function missingAmong(
  chapters: readonly (Written & Pick<StudioChapterBody, 'chapterNumber'>)[],
): string {
  const incomplete = chapters.filter((chapter) => lackOf(chapter) !== '');
  const [first] = incomplete;
  if (first === undefined) return '';
  if (incomplete.length === 1) {
    return `Il manque ${lackOf(first)} au chapitre ${first.chapterNumber}\u00A0: il restera comme il est.`;
  }
  const numbers = incomplete.slice(0, namedMax).map(({ chapterNumber }) => chapterNumber);
  const more = incomplete.length > namedMax ? '…' : '';
  return `Il manque un titre ou un texte à ${plural(incomplete.length, 'chapitre')} (${numbers.join(', ')}${more})\u00A0: ils resteront comme ils sont.`;
}
