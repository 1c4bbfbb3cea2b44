import type { Confidence } from '#shared/contracts/import-edits.ts';
import type { AuthorNotes, WrittenBeside } from '#shared/text/author-note.ts';
import type { Classification } from './classification.ts';

/** A chapter read from a file, before anything is saved. */
export type BookChapter = {
  /** Plain text on one line, never empty. */
  title: string;
  /** Title of the enclosing part, or null. */
  part: string | null;
  /** The allowed subset only (see `cleanChapterHtml`), one block per line. */
  html: string;
  wordCount: number;
  /** Of our own files alone: the author's notes before and after the text. */
  authorNotes?: WrittenBeside;
  /** Stable when the same or a corrected file is read again; unique within the book. */
  sourceKey: string;
};

/** A possible chapter: of the story, or front and back matter. */
export type Proposal = Omit<BookChapter, 'sourceKey'> & {
  kind: Classification['kind'];
  /** Whether it becomes a chapter by default. */
  isTaken: boolean;
  confidence: Confidence;
  /** French sentence: why it is not selected, or not certain. */
  reason: string | null;
  /** Its headings; `line` is the heading's line in `html`, words are counted up to the next one. */
  headings: { title: string; line: number; wordCount: number }[];
};

export type Book = {
  /** The book's own identifier where it is a real one (UUID, ISBN, URI, DOI), else null. */
  identifier: string | null;
  title: string;
  /** The file names no title: the title is only the file's name. */
  isTitleGuessed: boolean;
  /** The fields from here to `language` are '' where unknown. */
  authorName: string;
  description: string;
  /** Primary language subtag in lower case. */
  language: string;
  cover: { bytes: Uint8Array; mediaType: string } | null;
  /** Of our own files alone: the novel's default notes. */
  authorNotes?: AuthorNotes;
  /** Those that the text shows, by the names it has for them. */
  pictures: { hash: string; bytes: Uint8Array }[];
  /** The whole text, in the book's order. */
  proposals: Proposal[];
  /** The chapters made from the proposals: those selected, or the result of edits. */
  chapters: BookChapter[];
  /** French sentences on what was left out or changed. */
  report: string[];
};
