import { isScreen, readSheet, type Rule } from '../css-rules.ts';
import { createStyle, type DocumentStyle } from '../document-style.ts';
import { decodeText } from '../encoding.ts';
import { fullText, isElement, localName, tokens, walk, type Document } from '../markup.ts';
import { isBookRefused } from '../refusals.ts';
import type { Archive } from './archive.ts';
import { resolvePlace } from './paths.ts';

const sheetsMax = 20;
const importsDepthMax = 4;
const sheetBytesMax = 300_000;

/** What a document names: the path of a sheet, or its own rules. */
type Source = { address: string } | { css: string };

/**
 * Reads the style of documents of a book: what they link, import and have themselves, in its order
 * (CSS Cascading 5, 6.4). A missing, damaged or very large sheet is ignored. Nothing is fetched.
 */
export function styleReader(
  archive: Archive,
): (root: Document, path: string) => Promise<DocumentStyle> {
  const sheets = new Map<string, readonly Rule[]>();
  /** Of documents with the same sheets. */
  const lists = new Map<string, readonly Rule[]>();

  async function rulesAt(base: string, address: string, depth = 0): Promise<readonly Rule[]> {
    const path = resolvePlace(archive, base, address)?.path;
    if (path === undefined || depth > importsDepthMax) return [];
    const known = sheets.get(path);
    if (known) return known;
    // A sheet that imports itself adds nothing.
    sheets.set(path, []);
    const rules = await rulesOf(await readFile(archive, path), path, depth);
    sheets.set(path, rules);
    return rules;
  }

  async function rulesOf(css: string, base: string, depth: number): Promise<Rule[]> {
    const { rules, imports } = readSheet(css);
    const all: Rule[] = [];
    for (const address of imports.slice(0, sheetsMax))
      for (const rule of await rulesAt(base, address, depth + 1)) all.push(rule);
    for (const rule of rules) all.push(rule);
    return all;
  }

  return async (root, path) => {
    const sources = sourcesOf(root).slice(0, sheetsMax);
    const key = sources.every((source) => 'address' in source)
      ? [path.replace(/[^/]*$/, ''), ...sources.map(({ address }) => address)].join('\n')
      : null;
    const known = key === null ? undefined : lists.get(key);
    if (known) return createStyle(known);
    const rules: Rule[] = [];
    for (const source of sources) {
      const own =
        'css' in source ? await rulesOf(source.css, path, 0) : await rulesAt(path, source.address);
      for (const rule of own) rules.push(rule);
    }
    if (key !== null) lists.set(key, rules);
    return createStyle(rules);
  };
}

function sourcesOf(root: Document): Source[] {
  const sources: Source[] = [];
  walk(
    root,
    (node) => {
      // A processing instruction, before the document's element.
      if ('data' in node && /^\?xml-stylesheet\s/.test(node.data)) {
        const href = /\shref\s*=\s*["']([^"']+)["']/.exec(node.data)?.[1];
        const isOther = /\s(?:alternate\s*=\s*["']yes|media\s*=\s*["']print)/.test(node.data);
        if (href !== undefined && !isOther) sources.push({ address: href });
      }
      if (!isElement(node)) return 'children' in node;
      const { rel, href, media, type, disabled } = node.attribs;
      const name = localName(node);
      const applies =
        (media ?? '').trim() === '' || isScreen(media ?? '') ? disabled === undefined : false;
      const kinds = tokens(rel?.toLowerCase());
      const isSheet = kinds.includes('stylesheet') && !kinds.includes('alternate');
      if (name === 'link' && href !== undefined && isSheet && applies)
        sources.push({ address: href });
      if (name === 'style' && applies && /^(?:text\/css)?$/i.test(type ?? ''))
        sources.push({ css: fullText(node) });
      return name !== 'style';
    },
    () => undefined,
  );
  return sources;
}

async function readFile(archive: Archive, path: string): Promise<string> {
  if (archive.sizeBytes(path) > sheetBytesMax) return '';
  try {
    const bytes = await archive.read(path, sheetBytesMax);
    return bytes ? decodeText(bytes) : '';
  } catch (error) {
    // A zip bomb is refused wherever it is.
    if (isBookRefused(error) && error.refusal.code === 'HOSTILE_FILE') throw error;
    return '';
  }
}
