import { countWords } from '#shared/text/words.ts';
import { cleanChapterHtml } from '../book/chapter-html.ts';
import { sanitizeChapterHtml } from '../sanitize.ts';

/** A text as it is stored. */
export type CleanText = { html: string; wordCount: number };

/** Any HTML of an editor or a paste, rebuilt as a chapter's text and sanitized. */
export function cleanText(given: string): CleanText {
  const html = sanitizeChapterHtml(cleanChapterHtml(given).html);
  return { html, wordCount: countWords(html) };
}
