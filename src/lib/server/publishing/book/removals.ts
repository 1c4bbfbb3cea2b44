/** What was removed from a text for its chapter, counted for the report. */
export type Removals = {
  images: number;
  /** Kept after the table whose cells they stood in. */
  movedImages: number;
  /** Footnotes without a reference. */
  footnotes: number;
  /** References without a footnote in the book. */
  noteMarks: number;
  links: number;
  tables: number;
  scripts: number;
  /** Sound, video, forms, formulas, embedded pages. */
  other: number;
  /** The first words of each passage that the book's style hides. */
  hidden: string[];
};

export function noRemovals(): Removals {
  return {
    images: 0,
    movedImages: 0,
    footnotes: 0,
    noteMarks: 0,
    links: 0,
    tables: 0,
    scripts: 0,
    other: 0,
    hidden: [],
  };
}

export function addRemovals(total: Removals, more: Removals): void {
  total.images += more.images;
  total.movedImages += more.movedImages;
  total.footnotes += more.footnotes;
  total.noteMarks += more.noteMarks;
  total.links += more.links;
  total.tables += more.tables;
  total.scripts += more.scripts;
  total.other += more.other;
  for (const words of more.hidden) total.hidden.push(words);
}
