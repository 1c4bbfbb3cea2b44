import { chapterToMarkdown } from '../leaving/chapter-markdown.ts';

const figure = /<figure><img\b[^>]* alt="([^"]*)"[^>]*><\/figure>/g;
const box = /<div class="box">([\s\S]*?)<\/div>/g;
const table = /<table>([\s\S]*?)<\/table>/g;
const cells = /<t[hd]>([\s\S]*?)<\/t[hd]>/g;
/** Those of a note's reference and of a note stay: they say which one it is. */
const styles = / (?:class|lang)="[^"]*"/g;

/**
 * A stored text as an author reads it in a comparison: Markdown, in which what an export writes as HTML
 * is said in words. Centred lines, verse and languages are not told apart.
 */
export function readableText(html: string): string {
  const plain = html
    .replace(box, (_, inner: string) => `<p>(Encadré)</p>\n${inner.replaceAll('</p><', '</p>\n<')}`)
    .replace(table, (_, rows: string) => rowsOf(rows))
    .replace(figure, '<p>(Image\u00A0: $1)</p>')
    .replace(styles, '');
  return withoutTags(chapterToMarkdown(plain));
}

/** What Markdown cannot say, such as the reading of a word, is left as HTML by an export. */
const withoutTags = (markdown: string): string =>
  markdown
    .replaceAll('<br>', '\\\n')
    .replace(/<\/?em>/g, '*')
    .replace(/<\/?strong>/g, '**')
    .replace(/<rp>[^<]*<\/rp>/g, '')
    .replace(/<rt>([^<]*)<\/rt>/g, '\u00A0($1)')
    .replace(/<\/?[a-z][^>]*>/g, '');

const rowsOf = (rows: string): string =>
  rows
    .split('</tr>')
    .slice(0, -1)
    .map((row) => {
      const words = [...row.matchAll(cells)].map(([, cell = '']) => cell.replaceAll('<br>', ' '));
      return `<p>${words.join(' | ')}</p>`;
    })
    .join('\n');
