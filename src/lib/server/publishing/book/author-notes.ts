import {
  authorNoteLabel,
  hasWords,
  recapLabel,
  type AuthorNotes,
  type WrittenBeside,
} from '#shared/text/author-note.ts';
import { recapFields } from '#shared/contracts/announcements.ts';
import { noteCharactersMax } from '#shared/constants.ts';
import { blockText, type Block } from './block.ts';
import type { ChapterDraft } from './book-draft.ts';
import { besideLeftSentence, noteTooLongSentence } from './report.ts';

/** Classes of the author's notes in our EPUB: written by `leaving/epub-documents.ts`, read here. */
export const epubNoteClasses = {
  before: 'feuilleton-note-avant',
  after: 'feuilleton-note-apres',
  /** Of the chapter before, at the head of the next one. */
  recap: 'feuilleton-precedemment',
} as const;

const labels = [authorNoteLabel, recapLabel];

/** The notes of a chapter or the novel, without those that are longer than one may be. */
export function fittingNotes(
  { before, after }: AuthorNotes,
  place: string,
  report: string[],
): AuthorNotes {
  const fitting = (text: string): string => {
    const fits = [text, typedText(text)].find(({ length }) => length <= noteCharactersMax);
    if (fits === undefined) report.push(noteTooLongSentence(place));
    return fits ?? '';
  };
  return { before: fitting(before), after: fitting(after) };
}

/** A chapter's recap and its persons, without what is too long or of another form. */
export function fittingBeside(
  read: { recap: unknown; cast?: unknown },
  place: string,
  report: string[],
): Pick<WrittenBeside, 'recap' | 'cast'> {
  const fitting = (field: 'recap' | 'cast'): string => {
    const value = read[field] ?? '';
    const typed = typeof value === 'string' ? typedText(value) : value;
    const fits = [value, typed].map((text) => recapFields[field].safeParse(text));
    const first = fits.find(({ success }) => success);
    if (!first) report.push(besideLeftSentence(field, place));
    return first?.data ?? '';
  };
  return { recap: fitting('recap'), cast: fitting('cast') };
}

/** Without the spaces that the page sets, where their author may have typed none. */
const typedText = (text: string) =>
  text.replaceAll(/[\u202F\u00A0](?=[:?!;»])|(?<=«)[\u202F\u00A0]/g, '');

/** Takes the notes that our EPUB has around a chapter out of its text; any other chapter stays. */
export function takeEpubNotes(chapter: ChapterDraft, report: string[]): ChapterDraft {
  const isOf = (side: keyof AuthorNotes) => (block: Block) =>
    block.roles.includes(epubNoteClasses[side]);
  const noteOf = (side: keyof AuthorNotes) => noteText(chapter.blocks.filter(isOf(side)));
  const notes = { before: noteOf('before'), after: noteOf('after') };
  if (!hasWords(notes)) return chapter;
  const blocks = chapter.blocks.filter((block) => !isOf('before')(block) && !isOf('after')(block));
  const authorNotes = { ...fittingNotes(notes, chapter.title, report), recap: '', cast: '' };
  return { ...chapter, blocks, authorNotes };
}

/** Gives the recaps at the heads of our EPUB's chapters back to the chapters that they are about. */
export function takeEpubRecaps(
  chapters: readonly ChapterDraft[],
  report: string[],
): ChapterDraft[] {
  const isRecap = (block: Block) => block.roles.includes(epubNoteClasses.recap);
  return chapters.map((chapter, index) => {
    const next = chapters[index + 1]?.blocks.filter(isRecap) ?? [];
    const { recap } = fittingBeside({ recap: noteText(next) }, chapter.title, report);
    const blocks = chapter.blocks.filter((block) => !isRecap(block));
    const { authorNotes = { before: '', after: '', cast: '' } } = chapter;
    return { ...chapter, blocks, ...(recap !== '' && { authorNotes: { ...authorNotes, recap } }) };
  });
}

/** The words below the label, as their author typed them but for their typography. */
const noteText = (blocks: readonly Block[]): string =>
  blocks
    .filter((block, index) => index > 0 || !labels.includes(blockText(block)))
    .map(({ lines }) => lines.join('\n'))
    .join('\n\n');
