import { parseDocument } from 'htmlparser2';
import { cleanText } from '../inline.ts';
import type { Element } from '../markup.ts';
import { elementsNamed, fullText, localName, tokens } from '../markup.ts';
import { refuse } from '../refusals.ts';
import type { Archive } from './archive.ts';
import { personName } from './creators.ts';
import { resolvePlace } from './paths.ts';
import { parseXml } from './xml.ts';

export type ManifestItem = {
  id: string;
  /** Path in the archive; null for a resource elsewhere, which is never fetched. */
  path: string | null;
  mediaType: string;
  properties: string[];
  fallback: string | null;
};

export type PackageDocument = {
  path: string;
  /** 2 or 3; other numbers are kept as they are. */
  version: number;
  identifier: string;
  title: string;
  authorName: string;
  description: string;
  language: string;
  manifest: ReadonlyMap<string, ManifestItem>;
  spine: { item: ManifestItem; linear: boolean }[];
  /** What the spine names and the manifest lacks. */
  unknown: string[];
  ncxId: string | null;
  coverId: string | null;
  /** Kinds the EPUB 2 guide gives to files, by path: "cover", "toc", "title-page"… */
  guide: ReadonlyMap<string, string>;
};

/** Reads the package document (OPF). Refuses one without root element. */
export async function readPackage(archive: Archive, path: string): Promise<PackageDocument> {
  const { root } = parseXml((await archive.read(path)) ?? new Uint8Array(), path);
  const [packageElement] = elementsNamed(root, 'package');
  if (!packageElement)
    refuse('MISSING_PACKAGE', `Le fichier «\u00A0${path}\u00A0» ne décrit pas un livre EPUB.`);
  const manifest = readManifest(archive, packageElement, path);
  const [spineElement] = elementsNamed(packageElement, 'spine');
  const references = spineElement ? elementsNamed(spineElement, 'itemref') : [];
  const unknown: string[] = [];
  const spine = references.flatMap((reference) => {
    const name = reference.attribs.idref ?? '';
    const item = manifest.get(name);
    if (!item) unknown.push(name);
    return item ? [{ item, linear: reference.attribs.linear !== 'no' }] : [];
  });
  const metas = elementsNamed(packageElement, 'meta');
  return {
    path,
    version: Number.parseInt(packageElement.attribs.version ?? '', 10) || 0,
    identifier: identifierOf(packageElement),
    title: firstText(packageElement, 'title'),
    authorName: authorsOf(packageElement, metas),
    description: descriptionOf(packageElement),
    language: firstText(packageElement, 'language'),
    manifest,
    spine,
    unknown,
    ncxId: spineElement?.attribs.toc ?? null,
    coverId: metas.find((meta) => meta.attribs.name === 'cover')?.attribs.content ?? null,
    guide: readGuide(archive, packageElement, path),
  };
}

function readManifest(
  archive: Archive,
  packageElement: Element,
  path: string,
): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>();
  const [element] = elementsNamed(packageElement, 'manifest');
  for (const item of element ? elementsNamed(element, 'item') : []) {
    const id = item.attribs.id ?? '';
    if (id === '' || manifest.has(id)) continue;
    manifest.set(id, {
      id,
      path: resolvePlace(archive, path, item.attribs.href ?? '')?.path ?? null,
      mediaType: (item.attribs['media-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      properties: tokens(item.attribs.properties),
      fallback: item.attribs.fallback ?? null,
    });
  }
  return manifest;
}

/** Dublin Core elements are distinguished from others of the same name by their `dc:` prefix. */
function dublinCore(packageElement: Element, name: string): Element[] {
  return elementsNamed(packageElement, name).filter(
    (element) => element.name.toLowerCase() === `dc:${name}` || localName(element) === element.name,
  );
}

function firstText(packageElement: Element, name: string): string {
  for (const element of dublinCore(packageElement, name)) {
    const text = cleanText(fullText(element)).trim();
    if (text !== '') return text;
  }
  return '';
}

function identifierOf(packageElement: Element): string {
  const wanted = packageElement.attribs['unique-identifier'];
  const all = dublinCore(packageElement, 'identifier');
  const unique = all.find((element) => element.attribs.id === wanted) ?? all[0];
  return unique ? fullText(unique) : '';
}

/** Creators in order (EPUB 3.3, 5.5.3.2.2); translators and illustrators are not authors. */
function authorsOf(packageElement: Element, metas: readonly Element[]): string {
  const roleOf = (creator: Element): string => {
    const own = creator.attribs['opf:role'] ?? creator.attribs.role;
    if (own !== undefined) return own;
    const target = `#${creator.attribs.id ?? ''}`;
    const refined = metas.find(
      (meta) => meta.attribs.property === 'role' && meta.attribs.refines === target,
    );
    return refined ? fullText(refined) : 'aut';
  };
  const creators = dublinCore(packageElement, 'creator');
  const authors = creators.filter((creator) => roleOf(creator) === 'aut');
  const names = (authors.length > 0 ? authors : creators).map((creator) =>
    personName(fullText(creator)),
  );
  return [...new Set(names.filter((name) => name !== ''))].join(', ');
}

/** Descriptions sometimes contain HTML, or a tool's « title / creator ». */
function descriptionOf(packageElement: Element): string {
  const raw = firstText(packageElement, 'description');
  const text = raw.includes('<') || raw.includes('&') ? fullText(parseDocument(raw)) : raw;
  return /\/\s+\d{4,}\s+\S+\s/.test(text) ? '' : cleanText(text).trim();
}

function readGuide(archive: Archive, packageElement: Element, path: string): Map<string, string> {
  const guide = new Map<string, string>();
  for (const reference of elementsNamed(packageElement, 'reference')) {
    const place = resolvePlace(archive, path, reference.attribs.href ?? '');
    const type = reference.attribs.type?.toLowerCase() ?? '';
    if (place && type !== '' && !guide.has(place.path)) guide.set(place.path, type);
  }
  return guide;
}
