import { formatFileLimit } from '#shared/site/formats.ts';
import type { Book } from './book.ts';
import { assembleBook } from './book-assembly.ts';
import type { BookDraft } from './book-draft.ts';
import { decodeText } from './encoding.ts';
import { readEpub } from './epub/read-epub.ts';
import { detectFormat } from './format.ts';
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
