/**
 * How paragraphs are set (alinéas, gaps, measure, hyphens), and whether a chapter scrolls or is
 * turned page by page. Part of the reader's preferences, and stored together beside the specified
 * keys, as words (decision 64).
 */

export const paragraphGaps = ['none', 'small', 'large'] as const;
export const measures = ['narrow', 'normal', 'wide'] as const;
/** A ruler under the line that is read, or less ink around it. */
export const readingAids = ['none', 'ruler', 'dim'] as const;

/** Down one long page, or from page to page. */
export const flows = ['scroll', 'pages'] as const;

export type ParagraphGap = (typeof paragraphGaps)[number];
export type Measure = (typeof measures)[number];
export type Flow = (typeof flows)[number];
export type ReadingAid = (typeof readingAids)[number];

export type PageLayout = {
  /** Whether the first line of a paragraph is set in (alinéa). */
  indent: boolean;
  paragraphGap: ParagraphGap;
  measure: Measure;
  hyphens: boolean;
  flow: Flow;
  readingAid: ReadingAid;
};

export const defaultPageLayout: PageLayout = {
  indent: true,
  paragraphGap: 'none',
  measure: 'normal',
  hyphens: true,
  flow: 'scroll',
  readingAid: 'none',
};

/** Where the words are stored. */
export const pageLayoutKey = 'reader_page';

/** What each word says; they are also those of the root's `data-page` (`src/styles/reader.css`). */
const words = {
  flat: { indent: false },
  'gap-small': { paragraphGap: 'small' },
  'gap-large': { paragraphGap: 'large' },
  slim: { measure: 'narrow' },
  wide: { measure: 'wide' },
  whole: { hyphens: false },
  pages: { flow: 'pages' },
  ruler: { readingAid: 'ruler' },
  dim: { readingAid: 'dim' },
} as const satisfies Record<string, Partial<PageLayout>>;

/** What may be stored: words, of which unknown ones say nothing. “null”, as no key reads, is none. */
export const pageLayoutPattern = '[^n][a-z -]+';

/** The words for what differs from the default; empty where nothing does. */
export function pageLayoutWords(layout: PageLayout): string {
  return Object.entries(words)
    .filter(([, said]) =>
      Object.entries(said).every(([name, value]) => layout[name as keyof PageLayout] === value),
    )
    .map(([word]) => word)
    .join(' ');
}

/** Reads stored words; what is missing or unknown is the default. */
export function parsePageLayout(stored: string | null): PageLayout {
  const isWords = new RegExp(`^${pageLayoutPattern}$`).test(stored ?? '');
  const said = new Set(isWords ? stored?.split(' ') : []);
  return Object.entries(words)
    .filter(([word]) => said.has(word))
    .reduce((layout, [, says]) => ({ ...layout, ...says }), { ...defaultPageLayout });
}
