import { takeEpubNotes } from '../author-notes.ts';
import type { BookDraft } from '../book-draft.ts';
import { refuse } from '../refusals.ts';
import { addedSentences, notesSectionsSentences, unlistedSentences } from '../report.ts';
import { openArchive } from './archive.ts';
import { epubChapters } from './chapters.ts';
import { findPackagePath, requireNoProtection } from './container.ts';
import { readCover } from './cover.ts';
import { readNavigation, type NavigationEntry } from './navigation.ts';
import { readPackage, type PackageDocument } from './package.ts';
import { readSpine, type SpineText } from './spine.ts';
import { surroundingKind } from '../titles.ts';

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
  const chapters = epubChapters(text.documents, entries, book.title, report).map((chapter) =>
    takeEpubNotes(chapter, report),
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
  ...{ id: '', path, mediaType: 'application/xhtml+xml', properties: [], fallback: null },
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
