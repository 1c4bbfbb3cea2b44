/** What a text lost when it became a chapter, counted for the report. */
export type Removals = {
  images: number;
  footnotes: number;
  links: number;
  tables: number;
  scripts: number;
  /** Sound, video, forms, formulas, embedded pages. */
  other: number;
};

export function noRemovals(): Removals {
  return { images: 0, footnotes: 0, links: 0, tables: 0, scripts: 0, other: 0 };
}

export function addRemovals(total: Removals, more: Removals): void {
  total.images += more.images;
  total.footnotes += more.footnotes;
  total.links += more.links;
  total.tables += more.tables;
  total.scripts += more.scripts;
  total.other += more.other;
}
