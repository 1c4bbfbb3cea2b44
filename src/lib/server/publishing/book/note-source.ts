import type { Block } from './block.ts';

/** A note reference in a text. Its key is its index in the book's list of references. */
export type NoteCall = {
  /** As the text writes it: « 12 », « * ». */
  mark: string;
  /** The target of its link; null for a note in `body`, or one found by its mark. */
  href: string | null;
  /** The note itself, if it was inline. */
  body: readonly Block[] | null;
};

/** One document with references or notes. */
export type NoteSource = {
  blocks: readonly Block[];
  /** Qualified names of an anchor, unique in the whole book. */
  anchors: (id: string) => readonly string[];
  /** The anchor that a link of this document targets; null outside the book. */
  resolve: (href: string) => string | null;
  /** Outside the reading order: only its notes are published. */
  isAside?: boolean;
};

/** A block by the index of its document and its index there. */
export type Place = { source: number; index: number };

/** French sentences by the story's block that they concern. */
export type NoteDoubts = Map<Block, string>;
