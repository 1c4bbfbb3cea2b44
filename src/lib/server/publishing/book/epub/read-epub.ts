import { takeEpubNotes, takeEpubRecaps } from '../author-notes.ts';
import type { BookDraft } from '../book-draft.ts';
import { refuse } from '../refusals.ts';
import { addedSentences, notesSectionsSentences, unlistedSentences } from '../report.ts';
import { surroundingKind } from '../titles.ts';
import { elementsNamed } from '../markup.ts';
import { openArchive, type Archive } from './archive.ts';
import { epubChapters } from './chapters.ts';
import { readCover } from './cover.ts';
import { readNavigation, type NavigationEntry } from './navigation.ts';
import { readPackage, type PackageDocument } from './package.ts';
import { readSpine, type SpineText } from './spine.ts';
import { parseXml } from './xml.ts';

/** Longer titles are cut at « / », which cataloguers put before the subtitle (ISBD). */
const longTitle = 80;

/** Reads an EPUB 2 or 3. Refuses hostile, protected and broken files. */
export async function readEpub(
  bytes: Uint8Array,
  onProgress: (fraction: number) => void,
): Promise<BookDraft> {
  const archive = await openArchive(bytes);
  await requireNoProtection(archive);
  const described = await readPackage(archive, await findPackagePath(archive));
  const entries = await readNavigation(archive, described);
  const { spine, added } = withListed(described, entries);
  if (spine.length === 0)
    refuse(
      'MISSING_PACKAGE',
      'Le livre n’indique pas l’ordre de ses textes («\u00A0spine\u00A0» vide ou absent).',
    );
  const book = { ...described, spine };
  onProgress(0.1);
  const text = await readSpine(archive, book, (fraction) => {
    onProgress(0.1 + 0.7 * fraction);
  });
  const report = [
    ...text.report,
    ...addedSentences(added),
    ...unlistedSentences(text.unlisted, book.unknown),
  ];
  const drafts = epubChapters(text.documents, entries, book.title, report);
  const chapters = takeEpubRecaps(
    drafts.map((chapter) => takeEpubNotes(chapter, report)),
    report,
  );
  report.push(...notesSectionsSentences([...text.noteSections, ...notesEntries(entries, text)]));
  const cover = await readCover(archive, book, report);
  const { title, subtitle } = splitTitle(book.title);
  return {
    identifier: book.identifier,
    title,
    authorName: book.authorName,
    description: book.description || subtitle,
    language: book.language,
    cover,
    // An EPUB has those of its chapters alone.
    ...(chapters.some((chapter) => chapter.authorNotes) && {
      authorNotes: { before: '', after: '' },
    }),
    chapters,
    removed: text.removed,
    notes: text.notes,
    doubts: text.doubts,
    pictures: text.pictures,
    report,
  };
}

/**
 * The reading order with what the table of contents has and it lacks, after what stands before in
 * the contents.
 */
function withListed(
  { spine, manifest, ncxId }: PackageDocument,
  entries: readonly NavigationEntry[],
): { spine: PackageDocument['spine']; added: string[] } {
  const items = new Map([...manifest.values()].map((item) => [item.path, item]));
  const whole = [...spine];
  const added: string[] = [];
  let before = -1;
  for (const { label, place } of entries) {
    if (!place) continue;
    const { path } = place;
    const at = whole.findIndex(({ item, linear }) => linear && item.path === path);
    if (at >= 0) {
      before = at;
      continue;
    }
    const item = items.get(path) ?? unlisted(path);
    const isText = /\.x?html?$/i.test(path) || item.mediaType === 'application/xhtml+xml';
    if (!isText || item.properties.includes('nav') || item.id === ncxId) continue;
    const aside = whole.findIndex((reference) => reference.item.path === path);
    // A title page or notes set apart stay so.
    if (aside >= 0 && surroundingKind(label) !== null) continue;
    if (aside >= 0) {
      whole.splice(aside, 1);
      if (aside <= before) before -= 1;
    }
    before += 1;
    whole.splice(before, 0, { item, linear: true });
    added.push(label);
  }
  return { spine: whole, added };
}

const unlisted = (path: string) => ({
  id: '',
  path,
  mediaType: 'application/xhtml+xml',
  properties: [],
  fallback: null,
});

/** Navigation labels of documents that contain only notes. */
function notesEntries(entries: readonly NavigationEntry[], { documents }: SpineText): string[] {
  const paths = new Set(
    documents.flatMap((document) => (document.isUntitledNotes ? document.paths : [])),
  );
  return entries.flatMap(({ label, place }) => (place && paths.has(place.path) ? [label] : []));
}

function splitTitle(title: string): { title: string; subtitle: string } {
  const slash = title.indexOf(' / ');
  if (title.length <= longTitle || slash <= 0) return { title, subtitle: '' };
  return {
    title: title.slice(0, slash).trim(),
    subtitle: title
      .slice(slash + 3)
      .replaceAll(' / ', ' ')
      .trim(),
  };
}

/** The two font obfuscations affect fonts only; the text stays readable (EPUB 3.3, 4.2.6). */
const fontObfuscations = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

const rightsFiles = ['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl'];

/** Refuses books under DRM: rights files of Adobe, Apple or Readium, or encrypted content. */
async function requireNoProtection(archive: Archive): Promise<void> {
  const rights = rightsFiles.find((name) => archive.find(name) !== null);
  if (rights !== undefined)
    refuse(
      'DRM_PROTECTED',
      `Le livre est protégé par un verrou numérique (fichier «\u00A0${rights}\u00A0»).`,
    );
  const bytes = await archive.read('META-INF/encryption.xml');
  if (bytes === null) return;
  const { root } = parseXml(bytes, 'META-INF/encryption.xml');
  for (const data of elementsNamed(root, 'encrypteddata')) {
    const [method] = elementsNamed(data, 'encryptionmethod');
    if (!fontObfuscations.has(method?.attribs.Algorithm ?? ''))
      refuse(
        'DRM_PROTECTED',
        'Le livre est protégé par un verrou numérique\u00A0: son texte est chiffré.',
      );
  }
}

/**
 * Path of the package document: the first root file of the container (EPUB 3.3, 4.2.5.1).
 * Refuses a container that is missing, or names a missing file.
 */
async function findPackagePath(archive: Archive): Promise<string> {
  const bytes = await archive.read('META-INF/container.xml');
  if (bytes === null) {
    const mimetype = await archive.read('mimetype', 200_000);
    const isEpub =
      mimetype !== null && Buffer.from(mimetype).toString().includes('application/epub+zip');
    if (isEpub)
      refuse(
        'MISSING_PACKAGE',
        'Il manque à cet EPUB le fichier «\u00A0META-INF/container.xml\u00A0».',
      );
    refuse('UNSUPPORTED_FORMAT', 'Ce fichier est une archive ZIP, mais pas un livre EPUB.');
  }
  const { root } = parseXml(bytes, 'META-INF/container.xml');
  const rootfiles = elementsNamed(root, 'rootfile');
  const packages = rootfiles.filter(
    (file) =>
      (file.attribs['media-type'] ?? 'application/oebps-package+xml') ===
      'application/oebps-package+xml',
  );
  const path = (packages[0] ?? rootfiles[0])?.attribs['full-path']?.replace(/^\/+/, '') ?? '';
  if (path === '')
    refuse(
      'MISSING_PACKAGE',
      'Le fichier «\u00A0META-INF/container.xml\u00A0» ne désigne aucun livre.',
    );
  return (
    archive.find(path) ??
    refuse(
      'MISSING_PACKAGE',
      `Le fichier «\u00A0${path}\u00A0», qui décrit le livre, manque dans l’archive.`,
    )
  );
}
