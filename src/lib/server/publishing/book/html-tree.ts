import { parseDocument } from 'htmlparser2';
import type { Document } from './markup.ts';

/** Nesting beyond this is an attack; the parser's cost grows with the square of it. */
const maxDepth = 1_000;

/** Parses HTML as browsers do, more or less; absurdly deep markup is read as bare text. */
export function parseHtml(html: string): Document {
  return parseDocument(isTooDeep(html) ? html.replace(/<[^<>]*>/g, ' ') : html);
}

/** Depth as a careless count of tags, elements that often stay unclosed left out. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const tag of html.matchAll(/<(\/?)[a-z][^<>]*>/gi)) {
    if (tag[1] === '/') depth = Math.max(0, depth - 1);
    else if (!/^<(?:br|hr|img|meta|link|input|wbr|p|li|dd|dt)\b|\/>$/i.test(tag[0])) depth += 1;
    if (depth > maxDepth) return true;
  }
  return false;
}
