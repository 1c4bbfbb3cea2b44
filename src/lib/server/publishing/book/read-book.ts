import { formatFileLimit } from '#shared/site/formats.ts';
import type { Book } from './book.ts';
import { assembleBook } from './book-assembly.ts';
import type { BookDraft } from './book-draft.ts';
import { decodeText, utf16Of } from './encoding.ts';
import { readEpub } from './epub/read-epub.ts';
import { readMarkdown } from './markdown.ts';
import { readMarkdownArchive } from './markdown-archive.ts';
import { readMarkdownFolder } from './markdown-folder.ts';
import { readPlainText } from './plain-text.ts';
import { isBookRefused, limits, parted, refuse, type BookRefusal } from './refusals.ts';

export type ReadBookResult = { ok: true; book: Book } | { ok: false; refusal: BookRefusal };

/** An unexpected error of ours: the publisher still gets a sentence. */
const unforeseen: BookRefusal = {
  code: 'BROKEN_FILE',
  message: 'Le fichier n’a pas pu être lu jusqu’au bout\u00A0; il est sans doute abîmé.',
};

/**
 * Reads a book file: EPUB 2 or 3, Markdown, a ZIP of Markdown files (our archive, or any with its
 * pictures beside them) or plain text, detected by content first and name second. Never throws, and fetches nothing.
 * @param onProgress called with a fraction 0..1
 */
export async function readBook(
  bytes: Uint8Array,
  fileName: string,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<ReadBookResult> {
  try {
    onProgress(0);
    const draft = await readDraft(bytes, fileName, onProgress);
    onProgress(0.85);
    const book = assembleBook(draft, fileName);
    onProgress(1);
    return { ok: true, book };
  } catch (error) {
    if (isBookRefused(error)) return { ok: false, refusal: error.refusal };
    return { ok: false, refusal: unforeseen };
  }
}

async function readDraft(
  bytes: Uint8Array,
  fileName: string,
  onProgress: (fraction: number) => void,
): Promise<BookDraft> {
  if (bytes.length > limits.fileBytes) {
    refuse(
      'TOO_LARGE',
      `Le fichier dépasse ${formatFileLimit(limits.fileBytes)}\u00A0: réduisez ses images, ou ${parted}.`,
    );
  }
  const format = detectFormat(bytes, fileName);
  if (format === 'epub') {
    const markdown = (await readMarkdownArchive(bytes)) ?? (await readMarkdownFolder(bytes));
    return markdown ?? readEpub(bytes, onProgress);
  }
  if (bytes.length > limits.textFileBytes) {
    refuse(
      'TOO_LARGE',
      `Le texte dépasse ${formatFileLimit(limits.textFileBytes)}\u00A0: ${parted}.`,
    );
  }
  const text = decodeText(bytes);
  return format === 'markdown' ? readMarkdown(text) : readPlainText(text);
}

type BookFormat = 'epub' | 'markdown' | 'text';

/** Magic bytes of files that people upload instead of a book. */
const foreign: readonly (readonly [string, string])[] = [
  ['%PDF', 'un PDF'],
  ['\x89PNG', 'une image'],
  ['\xff\xd8\xff', 'une image'],
  ['GIF8', 'une image'],
  ['RIFF', 'une image ou un son'],
  ['{\\rtf', 'un document RTF'],
  ['\xd0\xcf\x11\xe0', 'un document Word ancien'],
  ['Rar!', 'une archive RAR'],
  ['7z\xbc\xaf', 'une archive 7z'],
  ['\x1f\x8b', 'une archive gzip'],
  ['TPZ', 'un livre Kindle'],
];

function asLatin(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).toString('latin1');
}

/**
 * Detects the format by content first and name second. Refuses other files, naming their kind
 * if known.
 */
function detectFormat(bytes: Uint8Array, fileName: string): BookFormat {
  if (bytes.length === 0) refuse('UNSUPPORTED_FORMAT', 'Le fichier est vide.');
  const start = asLatin(bytes, 0, 80);
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (/^z\d\d$/.test(extension) || start.startsWith('PK\x07\x08'))
    refuse('UNSUPPORTED_FORMAT', 'Ce fichier est un morceau d’archive découpée, pas un livre.');
  if (start.startsWith('PK')) return 'epub';
  if (
    extension === 'epub' &&
    asLatin(bytes, Math.max(0, bytes.length - 66_000), bytes.length).includes('PK\x05\x06')
  )
    return 'epub';
  const known = foreign.find(([signature]) => start.startsWith(signature));
  if (known)
    refuse(
      'UNSUPPORTED_FORMAT',
      `Ce fichier est ${known[1]}, pas un livre EPUB, Markdown ou texte.`,
    );
  if (start.slice(60, 68) === 'BOOKMOBI')
    refuse('UNSUPPORTED_FORMAT', 'Ce fichier est un livre Kindle\u00A0: envoyez plutôt un EPUB.');
  if (extension === 'epub')
    refuse('BROKEN_FILE', 'Ce fichier EPUB est abîmé\u00A0: ce n’est pas une archive ZIP.');
  if (/^\s*<(?:!doctype html|html|\?xml)/i.test(start.replace(/^\xef\xbb\xbf/, '')))
    refuse(
      'UNSUPPORTED_FORMAT',
      'Ce fichier est une page HTML ou XML, pas un livre EPUB, Markdown ou texte.',
    );
  requireText(bytes);
  if (/^(?:md|markdown|mdown|mkd)$/.test(extension)) return 'markdown';
  if (/^(?:txt|text|)$/.test(extension)) return 'text';
  refuse(
    'UNSUPPORTED_FORMAT',
    `Les fichiers «\u00A0.${extension}\u00A0» ne sont pas acceptés\u00A0: envoyez un EPUB, un Markdown ou un texte.`,
  );
}

/** Text has no zero bytes (except UTF-16) and few control characters. */
function requireText(bytes: Uint8Array): void {
  const sample = bytes.subarray(0, 65_536);
  const text = new TextDecoder(utf16Of(sample) ?? 'latin1').decode(sample);
  const controls = text.match(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g) ?? [];
  if (controls.length * 200 > text.length)
    refuse('UNSUPPORTED_FORMAT', 'Ce fichier n’est ni un EPUB ni un texte lisible.');
}
