import { isStoredPicture, pictureLimits } from '#shared/text/text-pictures.ts';
import { createTable } from './settle-table.ts';

const piece = /<(\/?)(\w+)[^>]*>|[^<]+/g;
const emptyElements = new Set(['br', 'hr']);
const boxTag = '<div class="box">';
const cellParts = new Set(['tr', 'th', 'td']);

/**
 * Normalizes tables, boxes and pictures of a text of allowed, balanced tags to the form that is stored
 * (`src/lib/shared/text/text-blocks.ts`, `text-pictures.ts`). A box and a picture stand at the top of the
 * text, a table there or in a box; elsewhere they lose their tags and keep their words.
 */
export function settleBlocks(html: string): string {
  if (!/<(?:div|table|t[rhd]|figure|img)\b/.test(html)) return html;
  const out: string[] = [];
  /** Open elements; a box that was left out is null. */
  const open: (string | null)[] = [];
  let pictures = 0;
  let table: ReturnType<typeof createTable> | null = null;
  for (const { 0: part, 1: slash, 2: name } of html.matchAll(piece)) {
    if (table) {
      if (table.take(part, slash === '/', name)) continue;
      out.push(table.write(placeOf(open)));
      table = null;
    } else if (name === 'table') {
      if (slash === '') table = createTable();
    } else if (name === 'img') {
      const isKept = open.every((one) => one === null) && isStoredPicture(part);
      if (isKept && (pictures += 1) <= pictureLimits.perChapter) {
        out.push(`<figure>${part}</figure>`);
      }
    } else if (name === 'figure') continue;
    else if (name === undefined || emptyElements.has(name)) out.push(part);
    else if (cellParts.has(name)) out.push(' ');
    else if (slash === '/') {
      if (open.pop() !== null) out.push(part);
    } else {
      const isLeftOut = name === 'div' && (part !== boxTag || open.some((one) => one !== null));
      open.push(isLeftOut ? null : name);
      if (!isLeftOut) out.push(part);
    }
  }
  return out.join('').replace(/<div class="box">\s*<\/div>\s*/g, '');
}

function placeOf(open: readonly (string | null)[]): 'block' | 'quotation' | 'inline' {
  if (open.every((name) => name === 'div' || name === null)) return 'block';
  return open.at(-1) === 'blockquote' ? 'quotation' : 'inline';
}
