import { formatFileLimit } from '#shared/site/formats.ts';
import type { Book } from '../book.ts';
import { isBookRefused, limits } from '../refusals.ts';
import type { Archive } from './archive.ts';
import type { ManifestItem, PackageDocument } from './package.ts';

/** Magic bytes of the cover formats; the declared type is not trusted. */
const signatures: readonly { mediaType: string; matches: (bytes: Uint8Array) => boolean }[] = [
  { mediaType: 'image/png', matches: (bytes) => startsWith(bytes, 0, '\x89PNG') },
  { mediaType: 'image/jpeg', matches: (bytes) => startsWith(bytes, 0, '\xff\xd8\xff') },
  { mediaType: 'image/gif', matches: (bytes) => startsWith(bytes, 0, 'GIF8') },
  {
    mediaType: 'image/webp',
    matches: (bytes) => startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'),
  },
  {
    mediaType: 'image/avif',
    matches: (bytes) => startsWith(bytes, 4, 'ftypavi') || startsWith(bytes, 4, 'ftypmif1'),
  },
];

function startsWith(bytes: Uint8Array, offset: number, signature: string): boolean {
  const start = bytes.subarray(offset, offset + signature.length);
  return Buffer.from(start).toString('latin1') === signature;
}

/** What the package document says is the cover, or what is called so. */
export function coverItem(book: PackageDocument): ManifestItem | undefined {
  const items = [...book.manifest.values()];
  return (
    items.find((item) => item.properties.includes('cover-image')) ??
    book.manifest.get(book.coverId ?? '') ??
    items.find(
      (item) => item.mediaType.startsWith('image/') && /^cover(?:[-_]?image)?$/i.test(item.id),
    )
  );
}

/**
 * The cover: `cover-image` of EPUB 3, `<meta name="cover">` of EPUB 2. The report names a cover
 * that cannot be used (SVG, unsupported format, too large, missing).
 */
export async function readCover(
  archive: Archive,
  book: PackageDocument,
  report: string[],
): Promise<Book['cover']> {
  const item = coverItem(book);
  if (!item) return null;
  if (item.mediaType === 'image/svg+xml') {
    report.push('La couverture est un dessin SVG et n’a pas été reprise.');
    return null;
  }
  if (item.path === null || !archive.names.has(item.path)) {
    report.push('La couverture annoncée manque dans le fichier.');
    return null;
  }
  const tooLarge = `La couverture dépasse ${formatFileLimit(limits.coverBytes)} et n’a pas été reprise\u00A0: donnez-en une plus légère dans la fiche du roman.`;
  if (archive.sizeBytes(item.path) > limits.coverBytes) {
    report.push(tooLarge);
    return null;
  }
  try {
    const bytes = await archive.read(item.path, limits.coverBytes);
    const format = bytes && signatures.find(({ matches }) => matches(bytes));
    if (bytes && format) return { bytes, mediaType: format.mediaType };
    report.push(
      'La couverture n’est pas une image PNG, JPEG, WebP, AVIF ou GIF et n’a pas été reprise.',
    );
  } catch (error) {
    if (!isBookRefused(error)) throw error;
    if (error.refusal.code === 'HOSTILE_FILE') throw error;
    report.push(
      error.refusal.code === 'TOO_LARGE'
        ? tooLarge
        : 'La couverture est abîmée et n’a pas été reprise.',
    );
  }
  return null;
}
