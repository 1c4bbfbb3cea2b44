import { parseDocument, Parser } from 'htmlparser2';
import { decodeText } from '../encoding.ts';
import type { Document } from '../markup.ts';
import { limits, refuse } from '../refusals.ts';

/** A parsed XML file and its first well-formedness error, in French, if any. */
export type XmlDocument = { root: Document; fault: string | null };

/**
 * Parses an XML or XHTML file of a book. Declared entities are never expanded.
 * Refuses entity declarations (XXE, "billion laughs") and absurd depth.
 */
export function parseXml(bytes: Uint8Array, name: string): XmlDocument {
  const source = decodeText(bytes, 'xml');
  if (declaresEntities(source))
    refuse(
      'HOSTILE_FILE',
      `Le fichier «\u00A0${name}\u00A0» déclare des entités XML, ce qui est interdit.`,
    );
  const { depth, fault } = inspectForm(source);
  if (depth > limits.markupDepth)
    refuse(
      'HOSTILE_FILE',
      `Le fichier «\u00A0${name}\u00A0» imbrique ses balises sur trop de niveaux.`,
    );
  return { root: parseDocument(decodeNamedEntities(source), { xmlMode: true }), fault };
}

/** Looks only at the DOCTYPE, where declarations may be (XML 1.0, section 2.8). */
function declaresEntities(source: string): boolean {
  const start = source.search(/<!DOCTYPE/i);
  if (start < 0) return false;
  const body = source.slice(start).search(/<(?:html|package|ncx|container|svg)\b/i);
  const prolog = source.slice(start, body < 0 ? start + 100_000 : start + body);
  return /<!ENTITY\b/i.test(prolog);
}

/** Depth and first error: an unclosed or crossed tag, a name with two colons. */
function inspectForm(source: string): { depth: number; fault: string | null } {
  let open = 0;
  let depth = 0;
  let fault: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        open += 1;
        depth = Math.max(depth, open);
        if (/:.*:|^:|:$/.test(name))
          fault ??= `le nom de balise «\u00A0${name}\u00A0» est interdit`;
      },
      onclosetag(name, implied) {
        open -= 1;
        const selfClosing = source[parser.endIndex - 1] === '/';
        if (implied && !selfClosing) fault ??= `la balise «\u00A0${name}\u00A0» n’est pas fermée`;
      },
    },
    { xmlMode: true },
  );
  // In chunks, so that a depth bomb is abandoned early.
  for (let start = 0; start < source.length && depth <= limits.markupDepth; start += 4_096)
    parser.write(source.slice(start, start + 4_096));
  if (depth <= limits.markupDepth) parser.end();
  return { depth, fault };
}

const xmlEntities = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const decodedEntities = new Map<string, string>();

/** XHTML files use HTML's names (`&nbsp;`), which an XML parser does not know. */
function decodeNamedEntities(source: string): string {
  return source.replace(/&([a-z][a-z0-9]{1,30});/gi, (whole, name: string) => {
    if (xmlEntities.has(name)) return whole;
    const known = decodedEntities.get(name);
    if (known !== undefined) return known;
    const first = parseDocument(whole).children[0];
    const decoded = first && 'data' in first ? first.data : whole;
    const text = decoded === whole ? `&amp;${name};` : decoded.replace(/[<&]/g, '');
    if (decodedEntities.size < 3_000) decodedEntities.set(name, text);
    return text;
  });
}
