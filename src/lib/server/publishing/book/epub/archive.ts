import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { formatFileLimit } from '#shared/site/formats.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { BookRefused, isBookRefused, limits, parted, refuse } from '../refusals.ts';
import { decodePercents } from './paths.ts';

/** The files of an EPUB container, read on demand and within bounds. */
export type Archive = {
  names: ReadonlySet<string>;
  /**
   * The file that a book calls `name`: exactly, with percent signs decoded on either side, else in
   * other cases of its letters. Null if there is none.
   */
  find(name: string): string | null;
  /**
   * Bytes of one file, null if the archive has no such name. Refuses what inflates beyond the
   * limits, whatever its header announced, and a wrong checksum.
   */
  read(name: string, maxBytes?: number): Promise<Uint8Array | null>;
  /** The same for a picture, which is not counted among the texts. */
  readPicture(name: string): Promise<Uint8Array | null>;
  sizeBytes(name: string): number;
};

const deflate = 8;
const stored = 0;

/**
 * Opens a ZIP archive (OCF 3.3, section 4). Refuses split, truncated and encrypted archives,
 * compressions other than Deflate, path traversal, symbolic links, duplicate names and bombs.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const zip = await openZip(buffer);
    const entries = await listEntries(zip);
    return archiveOf(zip, entries);
  } catch (error) {
    throw asRefusal(error);
  }
}

function openZip(buffer: Buffer): Promise<ZipFile> {
  const options = { lazyEntries: true, strictFileNames: false, validateEntrySizes: true };
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(buffer, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.archiveEntries)
    refuse(
      'TOO_LARGE',
      `Le livre contient plus de ${limits.archiveEntries} fichiers\u00A0: ${parted}.`,
    );
  const entries = new Map<string, Entry>();
  let announced = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    const name = nameOf(entry).normalize('NFC');
    if (entries.has(name))
      refuse('HOSTILE_FILE', `L’archive contient deux fois le fichier «\u00A0${name}\u00A0».`);
    announced += entry.uncompressedSize;
    if (announced > limits.archiveAnnouncedBytes)
      refuse('HOSTILE_FILE', 'L’archive annonce une taille démesurée une fois décompressée.');
    entries.set(name, entry);
  }
  return entries;
}

/** Many programs write UTF-8 without the flag that says so; yauzl then reads CP437. */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  const isPlain = /^[\u0000-\u007f]*$/.test(fileName);
  return isPlain || !isUtf8(fileNameRaw) ? fileName : fileNameRaw.toString().replace(/\\/g, '/');
}

/** A finder of entries by name (see `Archive.find`). */
function finder(entries: ReadonlyMap<string, Entry>): Archive['find'] {
  const forms = [
    (name: string) => name.normalize('NFC').replace(/\\/g, '/'),
    decodePercents,
    (name: string) => name.toLowerCase(),
  ];
  const formsOf = (name: string): string[] => {
    let form = name;
    return forms.map((change) => (form = change(form)));
  };
  const names = new Map([...entries.keys()].map((name) => [name, name]));
  const all = [...entries].flatMap(([name, { fileNameRaw }]) => {
    // A name that is neither UTF-8 nor CP437.
    const windows = isUtf8(fileNameRaw)
      ? name
      : new TextDecoder('windows-1252').decode(fileNameRaw);
    return [...new Set([name, windows])].map((one) => [name, formsOf(one)] as const);
  });
  for (const order of forms.keys())
    for (const [name, of] of all) {
      const form = of[order] ?? name;
      if (!names.has(form)) names.set(form, name);
    }
  return (name) => {
    const known = formsOf(name).find((form) => names.has(form));
    return (known !== undefined && names.get(known)) || null;
  };
}

function checkEntry(entry: Entry): void {
  const name = entry.fileName;
  if (entry.isEncrypted())
    refuse(
      'DRM_PROTECTED',
      `Le fichier «\u00A0${name}\u00A0» de l’archive est chiffré\u00A0: le livre est protégé.`,
    );
  if (entry.compressionMethod !== deflate && entry.compressionMethod !== stored)
    refuse(
      'UNSUPPORTED_FORMAT',
      `Le fichier «\u00A0${name}\u00A0» est compressé par une méthode que le format EPUB n’autorise pas.`,
    );
  const unixMode = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (unixMode === 0o120000)
    refuse('HOSTILE_FILE', `L’archive contient un lien symbolique («\u00A0${name}\u00A0»).`);
  if (/[\u0000-\u001f]/.test(name))
    refuse('HOSTILE_FILE', 'L’archive contient un nom de fichier interdit.');
  const { compressedSize, uncompressedSize } = entry;
  if (isBomb(compressedSize, uncompressedSize))
    refuse(
      'HOSTILE_FILE',
      `Le fichier «\u00A0${name}\u00A0» se décompresse démesurément (bombe ZIP).`,
    );
}

function isBomb(compressedBytes: number, outBytes: number): boolean {
  if (outBytes <= limits.ratioFreeBytes) return false;
  return outBytes > Math.max(compressedBytes, 1) * limits.compressionRatio;
}

function archiveOf(zip: ZipFile, entries: Map<string, Entry>): Archive {
  const find = finder(entries);
  const reader = (totalMax: number, sentence: string) => {
    let total = 0;
    return async (name: string, maxBytes: number) => {
      const entry = entries.get(find(name) ?? '');
      if (!entry) return null;
      try {
        const content = await inflate(zip, entry, maxBytes);
        total += content.length;
        if (total > totalMax) refuse('TOO_LARGE', sentence);
        return content;
      } catch (error) {
        throw asRefusal(error);
      }
    };
  };
  const readText = reader(
    limits.archiveReadBytes,
    `Les textes de ce livre dépassent ${formatFileLimit(limits.archiveReadBytes)} une fois décompressés\u00A0: ${parted}.`,
  );
  const readPicture = reader(
    limits.archivePicturesBytes,
    `Les images de ce livre dépassent ${formatFileLimit(limits.archivePicturesBytes)} une fois décompressées\u00A0: réduisez-les, ou divisez ce livre en plusieurs fichiers, importés l’un après l’autre.`,
  );
  return {
    names: new Set(entries.keys()),
    find,
    sizeBytes: (name) => entries.get(name)?.uncompressedSize ?? 0,
    read: (name, maxBytes = limits.documentBytes) => readText(name, maxBytes),
    readPicture: (name) => readPicture(name, pictureLimits.uploadBytes),
  };
}

async function inflate(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Uint8Array> {
  const name = entry.fileName;
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (isBomb(entry.compressedSize, length))
        refuse(
          'HOSTILE_FILE',
          `Le fichier «\u00A0${name}\u00A0» se décompresse démesurément (bombe ZIP).`,
        );
      if (length > maxBytes)
        refuse(
          'TOO_LARGE',
          `Le fichier «\u00A0${name}\u00A0» du livre est trop volumineux\u00A0: divisez-le en plusieurs, ou retirez-le s’il n’est pas du texte.`,
        );
      chunks.push(chunk);
    }
  } finally {
    stream.destroy();
  }
  const content = Buffer.concat(chunks, length);
  if (crc32(content) !== entry.crc32)
    refuse(
      'BROKEN_FILE',
      `Le fichier «\u00A0${name}\u00A0» de l’archive est abîmé (somme de contrôle fausse).`,
    );
  return content;
}

/** French sentences for yauzl's errors; it has no codes, only messages. */
function asRefusal(error: unknown): BookRefused {
  if (isBookRefused(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/absolute path|relative path|invalid characters in fileName/i.test(message))
    return new BookRefused(
      'HOSTILE_FILE',
      'L’archive contient un nom de fichier qui sort de l’archive ou qui est interdit.',
    );
  if (/strong encryption/i.test(message))
    return new BookRefused('DRM_PROTECTED', 'L’archive est chiffrée\u00A0: le livre est protégé.');
  if (/multi-disk/i.test(message))
    return new BookRefused(
      'BROKEN_FILE',
      'L’archive est découpée en plusieurs morceaux\u00A0: envoyez le livre en un seul fichier.',
    );
  if (/too many bytes|size mismatch/i.test(message))
    return new BookRefused(
      'HOSTILE_FILE',
      'Un fichier de l’archive n’a pas la taille annoncée\u00A0: l’archive est falsifiée.',
    );
  return new BookRefused(
    'BROKEN_FILE',
    'L’archive est abîmée ou incomplète\u00A0: elle ne s’ouvre pas.',
  );
}
