import { countWords } from '#shared/text/words.ts';
import { markdownToChapterHtml } from './markdown.ts';

/** A chapter of a novel of ours: a Markdown file that begins with its title. */
export function readChapterFile(markdown: string): {
  title: string;
  html: string;
  wordCount: number;
} {
  const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const { html } = markdownToChapterHtml(body);
  return { title: title.trim(), html, wordCount: countWords(html) };
}
