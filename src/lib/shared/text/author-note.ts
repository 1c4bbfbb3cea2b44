/** The author's notes before and after a chapter: plain text, apart from the chapter's own. */
import { setPlainText } from './typography.ts';

/** Notes of a chapter as readers see them; '' where there is none. */
export type AuthorNotes = { before: string; after: string };

/** What is written beside a text: also what reminds of it, and who is introduced in it (`readCast`). */
export type WrittenBeside = AuthorNotes & { recap: string; cast: string };

/** Whether there is a note at all. */
export const hasWords = ({ before, after }: AuthorNotes): boolean => before !== '' || after !== '';

/** What stands over a note. */
export const authorNoteLabel = 'Note de l’auteur';
/** What stands over a recap. */
export const recapLabel = 'Précédemment';

/**
 * A note as paragraphs of lines, with the typography of the novel's language: an empty line ends a
 * paragraph.
 */
export function noteParagraphs(note: string, language: string): string[][] {
  return note
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.split('\n').map((line) => setPlainText(line, language)));
}

/** No text of a chapter has it: NUL is refused wherever text comes in. */
const mark = '\0';

/** A text with its notes, in one string, as premium texts travel. */
export function joinNotes(html: string, { before, after }: AuthorNotes): string {
  return hasWords({ before, after }) ? [before, html, after].join(mark) : html;
}

/** The inverse of `joinNotes`. */
export function splitNotes(content: string): { html: string; notes: AuthorNotes } {
  const parts = content.split(mark);
  const [before = '', html = '', after = ''] = parts.length === 3 ? parts : ['', content, ''];
  return { html, notes: { before, after } };
}
