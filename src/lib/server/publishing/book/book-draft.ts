import type { AuthorNotes, WrittenBeside } from '#shared/text/author-note.ts';
import type { Block } from './block.ts';
import type { Book } from './book.ts';
import type { NoteTexts } from './inline.ts';
import type { NoteDoubts } from './note-source.ts';
import type { BookPicture } from './pictures.ts';
import type { Removals } from './removals.ts';
import type { Classification } from './classification.ts';

/** A chapter before its HTML is written, or front and back matter. */
export type ChapterDraft = {
  title: string;
  part: string | null;
  blocks: Block[];
  /** Its classification, if it is not certainly a chapter. */
  classification?: Classification;
  /** It comes from our own archive: its titles stay as they are, and it stays without words too. */
  isAsWritten?: boolean;
  authorNotes?: WrittenBeside;
};

/** A book as a format's reader returns it. */
export type BookDraft = {
  identifier: string;
  title: string;
  authorName: string;
  description: string;
  language: string;
  cover: Book['cover'];
  authorNotes?: AuthorNotes;
  chapters: ChapterDraft[];
  removed: Removals;
  /** The footnotes that the chapters reference. */
  notes: NoteTexts;
  /** Where the extent of a footnote is uncertain. */
  doubts: NoteDoubts;
  /** Those that its texts may show; none for formats that have no files of pictures. */
  pictures?: BookPicture[];
  report: string[];
};
