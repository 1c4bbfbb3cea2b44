import { cleanText } from '../inline.ts';
import type { Element } from '../markup.ts';
import { childElements, elementsNamed, fullText, localName, tokens } from '../markup.ts';
import type { Archive } from './archive.ts';
import type { PackageDocument } from './package.ts';
import { resolvePlace, type Place } from './paths.ts';
import { parseXml } from './xml.ts';

/** One line of the table of contents. */
export type NavigationEntry = {
  label: string;
  /** 0 for the outermost list. */
  depth: number;
  /** Null for a heading without a link. */
  place: Place | null;
};

const maxEntries = 10_000;

type PlaceFinder = (href: string) => Place | null;

/**
 * Entries in reading order from the EPUB 3 navigation document, else the NCX, else none.
 * Hidden entries count: hiding concerns only how the document looks (EPUB RS 3.3, 5.2).
 */
export async function readNavigation(
  archive: Archive,
  book: PackageDocument,
): Promise<NavigationEntry[]> {
  const items = [...book.manifest.values()];
  const nav = items.find((item) => item.properties.includes('nav'))?.path;
  const ncx =
    book.manifest.get(book.ncxId ?? '')?.path ??
    items.find((item) => item.mediaType === 'application/x-dtbncx+xml')?.path;
  for (const [path, read] of [
    [nav, readNavDocument],
    [ncx, readNcx],
  ] as const) {
    const bytes = path ? await archive.read(path) : null;
    const placeOf = (href: string) => resolvePlace(archive, path ?? '', href);
    const entries = path && bytes ? read(bytes, path, placeOf) : [];
    if (entries.length > 0) return entries;
  }
  return [];
}

function readNavDocument(bytes: Uint8Array, path: string, placeOf: PlaceFinder): NavigationEntry[] {
  const { root } = parseXml(bytes, path);
  const navs = elementsNamed(root, 'nav');
  const toc = navs.find((nav) => tokens(nav.attribs['epub:type']).includes('toc')) ?? navs[0];
  const entries: NavigationEntry[] = [];
  const readList = (list: Element, depth: number): void => {
    for (const item of childElements(list)) {
      if (localName(item) !== 'li' || entries.length >= maxEntries) continue;
      const [label, ...rest] = childElements(item);
      if (!label) continue;
      if (localName(label) !== 'ol') entries.push(navEntry(label, depth, placeOf));
      for (const inner of localName(label) === 'ol' ? [label, ...rest] : rest)
        if (localName(inner) === 'ol') readList(inner, depth + 1);
    }
  };
  const list = toc && elementsNamed(toc, 'ol')[0];
  if (list) readList(list, 0);
  return entries;
}

function navEntry(element: Element, depth: number, placeOf: PlaceFinder): NavigationEntry {
  const link = localName(element) === 'a' ? element : elementsNamed(element, 'a')[0];
  const href = link?.attribs.href;
  return { label: labelOf(element), depth, place: href ? placeOf(href) : null };
}

/** Text of a label, with the alternative text of an image (EPUB 3.3, 7.3.1). */
function labelOf(element: Element): string {
  const text = cleanText(fullText(element)).trim();
  if (text !== '') return text;
  const image = elementsNamed(element, 'img')[0];
  return cleanText(
    element.attribs.title ?? image?.attribs.alt ?? image?.attribs.title ?? '',
  ).trim();
}

function readNcx(bytes: Uint8Array, path: string, placeOf: PlaceFinder): NavigationEntry[] {
  const { root } = parseXml(bytes, path);
  const entries: NavigationEntry[] = [];
  const readPoints = (parent: Element, depth: number): void => {
    for (const point of childElements(parent)) {
      if (localName(point) !== 'navpoint' || entries.length >= maxEntries) continue;
      const parts = childElements(point);
      const label = parts.find((part) => localName(part) === 'navlabel');
      const source = parts.find((part) => localName(part) === 'content')?.attribs.src;
      entries.push({
        label: label ? cleanText(fullText(label)).trim() : '',
        depth,
        place: source ? placeOf(source) : null,
      });
      readPoints(point, depth + 1);
    }
  };
  const [map] = elementsNamed(root, 'navmap');
  if (map) readPoints(map, 0);
  return entries;
}
