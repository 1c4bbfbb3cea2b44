import type { Block } from '../block.ts';
import { blockText, paragraphBlock } from '../block.ts';
import { readBlocks } from '../blocks.ts';
import type { DocumentStyle } from '../document-style.ts';
import { cleanText, type NoteTexts } from '../inline.ts';
import { elementsNamed, fullText, type Document } from '../markup.ts';
import { namesNotes } from '../note-text.ts';
import type { NoteCall, NoteDoubts } from '../note-source.ts';
import { placeNotes } from '../notes.ts';
import type { BookPicture } from '../pictures.ts';
import { limits, parted, refuse } from '../refusals.ts';
import { addRemovals, noRemovals, type Removals } from '../removals.ts';
import { drawingsSentences } from '../report.ts';
import type { Archive } from './archive.ts';
import type { ManifestItem, PackageDocument } from './package.ts';
import { resolvePlace, type Place } from './paths.ts';
import { readPictures } from './pictures.ts';
import { styleReader } from './style-sheets.ts';
import { parseXml } from './xml.ts';

/** One content document in reading order, as blocks. */
export type SpineDocument = {
  /** Paths of this document: its own, and the one it replaces as a fallback. */
  paths: string[];
  blocks: Block[];
  trailingIds: string[];
  /** The range of the book's note references in this document, end exclusive. */
  calls: readonly [from: number, to: number];
  /**
   * Its text was notes, which are now with the chapters that reference them; it had no « Notes »
   * heading.
   */
  isUntitledNotes?: boolean;
};

export type SpineText = {
  documents: SpineDocument[];
  removed: Removals;
  /** The footnotes that the documents reference, wherever they are in the book. */
  notes: NoteTexts;
  doubts: NoteDoubts;
  /** Titles removed together with their notes. */
  noteSections: string[];
  /** Those that the documents may show. */
  pictures: BookPicture[];
  /** Titles of the texts of the book that were not read. */
  unlisted: string[];
  report: string[];
};

/** State collected while reading the documents. */
type Reading = Omit<SpineText, 'notes' | 'doubts' | 'noteSections' | 'unlisted'> & {
  calls: NoteCall[];
  styleOf: (root: Document, path: string) => Promise<DocumentStyle>;
  byPath: ReadonlyMap<string, BookPicture>;
  placeOf: (base: string, href: string) => Place | null;
  /** Files of drawings that the documents show, by their paths. */
  drawings: Set<string>;
};

const xhtml = new Set(['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml']);
const svg = 'image/svg+xml';

/**
 * Reads the content documents in spine order, repeated ones again. Documents set apart
 * from the reading order (`linear="no"`) are read only when there is nothing else.
 * Refuses a malformed document in an EPUB 3 (XML parsers must, EPUB RS 3.3, 3.3);
 * older tools wrote worse EPUB 2 files, which are read as they can be.
 */
export async function readSpine(
  archive: Archive,
  book: PackageDocument,
  onProgress: (fraction: number) => void,
): Promise<SpineText> {
  if (book.spine.length > limits.spineItems)
    refuse(
      'TOO_LARGE',
      `Le livre compte plus de ${limits.spineItems} fichiers de texte\u00A0: ${parted}.`,
    );
  const styleOf = styleReader(archive);
  const byPath = await readPictures(archive, book);
  const drawings = new Set<string>();
  const placeOf = (base: string, href: string) => resolvePlace(archive, base, href);
  const empty = { documents: [], removed: noRemovals(), report: [], calls: [], drawings, placeOf };
  const text: Reading = { ...empty, styleOf, byPath, pictures: [...byPath.values()] };
  const linear = book.spine.filter((reference) => reference.linear);
  const aside = book.spine.filter((reference) => !reference.linear);
  for (const [index, { item }] of linear.entries()) {
    await readItem(archive, book, item, text);
    onProgress((index + 1) / linear.length);
  }
  reportRepeated(
    linear.map(({ item }) => item.path ?? item.id),
    text.report,
  );
  if (text.documents.every((document) => document.blocks.length === 0)) {
    for (const { item } of aside) await readItem(archive, book, item, text);
    return { ...withNotes(text, []), unlisted: [] };
  }
  const called = calledPaths(text);
  const notesOnly: Reading = { ...text, documents: [] };
  const notes = [...book.manifest.values()].filter(
    (item) => called.has(item.path ?? '') && !linear.some((one) => one.item.path === item.path),
  );
  for (const item of notes) await readItem(archive, book, item, notesOnly);
  const { documents } = notesOnly;
  return {
    ...withNotes(text, documents),
    unlisted: await unlistedTitles(archive, book, [...text.documents, ...documents]),
  };
}

/** Files that are looked at for a title, of those that are not read. */
const unlistedMax = 50;

/** Titles of the texts that were not read; a page without words has none. */
async function unlistedTitles(
  archive: Archive,
  book: PackageDocument,
  documents: readonly SpineDocument[],
): Promise<string[]> {
  const read = new Set(documents.flatMap(({ paths }) => paths));
  const others = [...book.manifest.values()].filter(
    ({ path, mediaType, properties }) =>
      path !== null && xhtml.has(mediaType) && !properties.includes('nav') && !read.has(path),
  );
  const titles: string[] = [];
  for (const { path } of others.slice(0, unlistedMax)) {
    const { root } = parseXml(
      (path === null ? null : await archive.read(path)) ?? noBytes,
      path ?? '',
    );
    const [body] = elementsNamed(root, 'body');
    const named = ['h1', 'h2', 'title'].flatMap((name) => elementsNamed(root, name));
    const [title = path ?? ''] = named
      .map((one) => cleanText(fullText(one)).trim())
      .filter(Boolean);
    if (body && cleanText(fullText(body)).trim() !== '') titles.push(title);
  }
  return titles;
}

const noBytes = new Uint8Array();

function reportRepeated(paths: readonly string[], report: string[]): void {
  for (const [path, times] of Map.groupBy(paths, (name) => name))
    if (times.length > 1)
      report.push(
        `Le document «\u00A0${path}\u00A0» vient ${times.length} fois dans l’ordre de lecture\u00A0: il est repris chaque fois.`,
      );
}

/** Files that note links lead to. */
function calledPaths({ documents, calls, placeOf }: Reading): Set<string> {
  const paths = new Set<string>();
  for (const document of documents) {
    const [from, to] = document.calls;
    for (const { href } of calls.slice(from, to)) {
      const place = href === null ? null : placeOf(document.paths[0] ?? '', href);
      if (place) paths.add(place.path);
    }
  }
  return paths;
}

/** Removes the notes from the documents. */
function withNotes(text: Reading, asides: readonly SpineDocument[]): Omit<SpineText, 'unlisted'> {
  const sources = [...text.documents, ...asides].map(({ paths, blocks }, index) => ({
    blocks,
    isAside: index >= text.documents.length,
    anchors: (id: string) => paths.map((path) => `${path}#${id}`),
    resolve: (href: string) => {
      const place = text.placeOf(paths[0] ?? '', href);
      return place && `${place.path}#${place.fragment}`;
    },
  }));
  const linked = placeNotes(sources, text.calls);
  text.removed.footnotes += linked.orphans;
  text.removed.noteMarks += linked.lostMarks;
  const documents = text.documents.map((document, index) => {
    const blocks = linked.blocks[index] ?? [];
    const isNotes = document.blocks.some(isText) && !blocks.some(isText);
    const isTitled = document.blocks.some((block) => block.kind === 'heading' && namesNotes(block));
    return { ...document, blocks, isUntitledNotes: isNotes && !isTitled };
  });
  const { removed, pictures, drawings } = text;
  const report = [...text.report, ...drawingsSentences([...drawings])];
  const { texts: notes, doubts, sections: noteSections } = linked;
  return { documents, removed, notes, doubts, noteSections, pictures, report };
}

const isDrawing = /\.svgz?$/i;
const isText = ({ kind }: Block) => kind === 'paragraph';

async function readItem(
  archive: Archive,
  book: PackageDocument,
  item: ManifestItem,
  text: Reading,
): Promise<void> {
  const readable = readableItem(book, item);
  if (readable?.properties.includes('nav')) return;
  if (!readable?.path) {
    text.report.push(
      `Un document («\u00A0${item.path ?? item.id}\u00A0») n’est ni XHTML ni SVG et n’a pas été lu.`,
    );
    return;
  }
  const bytes = await archive.read(readable.path);
  if (bytes === null) {
    text.report.push(`Le document «\u00A0${readable.path}\u00A0» manque dans le fichier.`);
    return;
  }
  const paths = [readable.path, ...(item.path && item !== readable ? [item.path] : [])];
  const { root, fault } = parseXml(bytes, readable.path);
  if (fault !== null && book.version >= 3 && readable.mediaType === 'application/xhtml+xml')
    refuse(
      'BROKEN_FILE',
      `Le document «\u00A0${readable.path}\u00A0» est mal formé\u00A0: ${fault}.`,
    );
  if (fault !== null)
    text.report.push(
      `Le document «\u00A0${readable.path}\u00A0» est mal formé (${fault})\u00A0; il a été lu au mieux.`,
    );
  if (readable.mediaType === svg) {
    const blocks = elementsNamed(root, 'text').map((element) => svgLine(fullText(element)));
    text.documents.push({ paths, blocks, trailingIds: [], calls: [0, 0] });
    return;
  }
  const firstCall = text.calls.length;
  const { calls, byPath } = text;
  const style = await text.styleOf(root, readable.path);
  const pictures = (address: string) => {
    const place = resolvePlace(archive, readable.path ?? '', address);
    if (place && isDrawing.test(place.path)) text.drawings.add(place.path);
    return (place && byPath.get(place.path)) ?? null;
  };
  const body = elementsNamed(root, 'body')[0] ?? root;
  const { blocks, trailingIds, removed } = readBlocks(body, { calls, style, pictures });
  removed.scripts = elementsNamed(root, 'script').length;
  addRemovals(text.removed, removed);
  const story = withoutMachinery(blocks);
  text.removed.links -= story.links;
  text.documents.push({
    paths,
    blocks: story.blocks,
    trailingIds: [...story.ids, ...trailingIds],
    calls: [firstCall, text.calls.length],
  });
}

function svgLine(text: string): Block {
  return paragraphBlock([{ kind: 'text', text: cleanText(text).trim(), em: null, strong: null }]);
}

/** The item itself, or the first of its manifest fallbacks that is text (EPUB 3.3, 3.5.1). */
function readableItem(book: PackageDocument, item: ManifestItem): ManifestItem | null {
  const seen = new Set<string>();
  let current: ManifestItem | undefined = item;
  while (current && !seen.has(current.id)) {
    if (xhtml.has(current.mediaType) || current.mediaType === svg) return current;
    seen.add(current.id);
    current = book.manifest.get(current.fallback ?? '');
  }
  return /\.x?html?$/i.test(item.path ?? '') ? item : null;
}

const licence = /^(?:pg-?header|pg-?footer|pg-?boilerplate|pgheader|pgfooter)$/i;
const contentsList = /^(?:toc|doc-toc|table-of-contents|tabledesmatieres)$/i;

/**
 * Drops Project Gutenberg's header and licence, and lists of links to the chapters with
 * the heading above them. Anchors of dropped blocks move to the next block.
 */
function withoutMachinery(blocks: readonly Block[]): {
  blocks: Block[];
  ids: string[];
  links: number;
} {
  const dropped = blocks.map((block) =>
    block.roles.some((role) => licence.test(role) || contentsList.test(role)),
  );
  for (let start = 0; start < blocks.length; start += 1) {
    let end = start;
    while (isLinkLine(blocks[end])) end += 1;
    if (end - start >= 3) dropped.fill(true, start, end);
    start = Math.max(start, end - 1);
  }
  for (const [index, block] of blocks.entries())
    if (
      block.kind === 'heading' &&
      dropped[index] === false &&
      isContents(blocks[index + 1], dropped[index + 1])
    )
      dropped[index] = true;
  const remaining: Block[] = [];
  let ids: string[] = [];
  let links = 0;
  for (const [index, block] of blocks.entries()) {
    for (const id of block.ids) ids.push(id);
    if (dropped[index] === true) {
      links += block.links;
      continue;
    }
    remaining.push({ ...block, ids });
    ids = [];
  }
  return { blocks: remaining, ids, links };
}

function isLinkLine(block: Block | undefined): boolean {
  if (block?.kind !== 'paragraph') return false;
  const length = blockText(block).length;
  return length < 200 && block.linkedCharacters > 0 && block.linkedCharacters >= length * 0.6;
}

function isContents(block: Block | undefined, dropped: boolean | undefined): boolean {
  return (
    dropped === true &&
    block?.kind === 'paragraph' &&
    !block.roles.some((role) => licence.test(role))
  );
}
