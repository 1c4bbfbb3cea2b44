import {
  authorNoteLabel,
  hasWords,
  recapLabel,
  type AuthorNotes,
} from '#shared/text/author-note.ts';
import { recapFields } from '#shared/contracts/announcements.ts';
import { noteCharactersMax } from '#shared/constants.ts';
import { blockText, type Block } from './block.ts';
import type { ChapterDraft } from './book-draft.ts';
import { noteTooLongSentence } from './report.ts';

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
    if (text.length <= noteCharactersMax) return text;
    // The page sets these spaces, where their author may have typed none.
    const typed = text.replaceAll(/\u202F(?=[?!;»])|(?<=«)\u202F/g, '');
    if (typed.length <= noteCharactersMax) return typed;
    report.push(noteTooLongSentence(place));
    return '';
  };
  return { before: fitting(before), after: fitting(after) };
}

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
export function takeEpubRecaps(chapters: readonly ChapterDraft[]): ChapterDraft[] {
  const isRecap = (block: Block) => block.roles.includes(epubNoteClasses.recap);
  return chapters.map((chapter, index) => {
    const next = chapters[index + 1]?.blocks.filter(isRecap) ?? [];
    const recap = recapFields.recap.catch('').parse(noteText(next));
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
