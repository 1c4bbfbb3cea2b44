/** Limits and colours of what stands in the margin of a chapter (decision 163). */
export const highlightColours = ['yellow', 'green', 'blue', 'rose'] as const;
export type HighlightColour = (typeof highlightColours)[number];
export const highlightLabels: Record<HighlightColour, string> = {
  yellow: 'Jaune',
  green: 'Vert',
  blue: 'Bleu',
  rose: 'Rose',
};

export const marginLimits = {
  /** A paragraph is rarely longer. */
  highlightCharacters: 2_000,
  noteCharacters: 1_000,
  highlightsOfChapter: 200,
  highlightsOfAccount: 5_000,
  /** On a quote's card, and of each passage in a list. */
  quoteCharacters: 280,
  authorNoteCharacters: 500,
  authorNotes: 50,
  /** Paragraphs whose comments are counted. */
  commentedParagraphs: 1_000,
  listPageSize: 20,
} as const;

/** At most `quoteCharacters` of a passage, cut at a word. */
export function cutQuote(words: string): string {
  const one = words.replaceAll(/\s+/gu, ' ').trim();
  if (one.length <= marginLimits.quoteCharacters) return one;
  const cut = one.slice(0, marginLimits.quoteCharacters - 1);
  // A pair of surrogates may have been cut.
  return `${(cut.replace(/[\s,;:–—-]*\S*$/u, '') || cut).replace(/\p{Surrogate}$/u, '')}…`;
}
