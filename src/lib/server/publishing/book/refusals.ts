import { codeOf } from '#server/core/error-code.ts';

/** Why a file cannot become a book; `message` is one French sentence for a publisher. */
export type BookRefusal = {
  code:
    | 'UNSUPPORTED_FORMAT'
    | 'BROKEN_FILE'
    | 'HOSTILE_FILE'
    | 'DRM_PROTECTED'
    | 'MISSING_PACKAGE'
    | 'NO_TEXT'
    | 'TOO_LARGE';
  message: string;
};

/** Carries a refusal up to `readBook`, the only place that catches it. */
export class BookRefused extends Error {
  override name = 'BookRefused';
  readonly code = 'BOOK_REFUSED';
  readonly refusal: BookRefusal;

  constructor(code: BookRefusal['code'], message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

/** Whether an error is a `BookRefused`. */
export function isBookRefused(error: unknown): error is BookRefused {
  return codeOf(error) === 'BOOK_REFUSED';
}

/** Stops reading with a refusal. */
export function refuse(code: BookRefusal['code'], message: string): never {
  throw new BookRefused(code, message);
}

/** What to do with a book beyond a limit: continues a sentence. */
export const parted = 'partagez-le en plusieurs fichiers, importés l’un après l’autre';

const mebibyte = 1024 * 1024;

/** Limits of every input; each is far above any real novel. */
export const limits = {
  fileBytes: 100 * mebibyte,
  textFileBytes: 20 * mebibyte,
  archiveEntries: 10_000,
  /** Sum of the sizes announced by the headers, images and fonts included. */
  archiveAnnouncedBytes: 512 * mebibyte,
  /** Sum of what is read out of the archive: texts and the cover. */
  archiveReadBytes: 80 * mebibyte,
  /** Sum of the pictures of our own archive, which has them uncompressed. */
  archivePicturesBytes: 100 * mebibyte,
  documentBytes: 16 * mebibyte,
  coverBytes: 10 * mebibyte,
  /** Prose deflates 3 to 5 times; repetitive markup 20 times. */
  compressionRatio: 200,
  /** Below this size a high ratio is harmless. */
  ratioFreeBytes: mebibyte,
  markupDepth: 300,
  /** Those of one EPUB book: each takes a part of a second to encode while its reader waits. */
  pictures: 200,
  /** Of those: the texts may come out of the same archive. */
  picturesBytes: 40 * mebibyte,
  spineItems: 5_000,
  chapters: 5_000,
} as const;
