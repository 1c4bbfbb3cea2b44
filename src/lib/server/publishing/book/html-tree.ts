import { parseDocument, Parser } from 'htmlparser2';
import type { Document } from './markup.ts';

/** Nesting beyond this is an attack: the cost of a text grows with its length times its depth. */
const maxDepth = 100;
const pieceCharacters = 4_096;

/** Parses HTML roughly as browsers do; absurdly deep markup is reduced to its text. */
export function parseHtml(html: string): Document {
  return parseDocument(isTooDeep(html) ? bareText(html) : html);
}

/** Text without tags; remains of a nested one begin no new tag. */
function bareText(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');
}

/** Depth as the parser itself builds it, which closes some elements that the text leaves open. */
function isTooDeep(html: string): boolean {
  let open = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: () => {
      open += 1;
      depth = Math.max(depth, open);
    },
    onclosetag: () => {
      open -= 1;
    },
  });
  // In chunks, so that a depth bomb is abandoned early.
  for (let start = 0; start < html.length && depth <= maxDepth; start += pieceCharacters) {
    parser.write(html.slice(start, start + pieceCharacters));
  }
  return depth > maxDepth;
}
