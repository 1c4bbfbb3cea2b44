import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { confirmUpload, type UploadBody } from '../../../shared/contracts/studio-uploads.ts';
import { studioLimits } from '../../../shared/constants.ts';
import { messages } from '../../../shared/messages.ts';
import type { App } from '../../app.ts';
import type { Database } from '../../db/database.ts';
import { bookUploads } from '../../db/schema/uploads.ts';
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts';
import type { Book } from '../book/book.ts';
import { holdAuthor } from './edit-novel.ts';
import { inTurn } from './in-turn.ts';

type World = Pick<App, 'db' | 'clock' | 'books'>;
type UploadRow = typeof bookUploads.$inferSelect;
/** What became of an upload, as its confirmation was answered. */
export type Outcome = z.infer<(typeof confirmUpload)['response']>;

const beginningCharacters = 160;

/** Reads a book and keeps its file for a day. Refuses with 422 `BOOK_REFUSED`. */
export async function uploadBook(
  world: World,
  ownerId: string,
  file: { bytes: Uint8Array; fileName: string },
): Promise<UploadBody | Refusal> {
  const book = await readUpload(world, file);
  if (isRefusal(book)) return book;
  const now = world.clock.now();
  const upload = {
    ...file,
    ...{ id: uuidv7(), ownerId, outcome: null, createdAt: now },
    hash: createHash('sha256').update(file.bytes).digest('hex'),
    expiresAt: new Date(now.getTime() + studioLimits.uploadKeptMs),
  };
  await inTurn(world.db, async (tx) => {
    await holdAuthor(tx, ownerId);
    await tx.insert(bookUploads).values(upload);
    await dropOldest(tx, ownerId);
  });
  return toUploadBody(upload, book);
}

/** An upload of this person that is still kept, or null. Another's does not exist, admins' neither. */
export async function findUpload(
  db: Database,
  ownerId: string,
  id: string,
  now: Date,
): Promise<UploadRow | null> {
  const [upload] = await db
    .select()
    .from(bookUploads)
    .where(
      and(eq(bookUploads.id, id), eq(bookUploads.ownerId, ownerId), gt(bookUploads.expiresAt, now)),
    );
  return upload ?? null;
}

/** The book in a file, read on a thread of its own, or the reason why there is none. */
export async function readUpload(
  { books }: Pick<App, 'books'>,
  { bytes, fileName }: Pick<UploadRow, 'bytes' | 'fileName'>,
): Promise<Book | Refusal> {
  const result = await books.read(bytes, fileName);
  const failure = (reason: string, message: string) =>
    refuse('BOOK_REFUSED', message, { details: { reason } });
  if (result === undefined) return failure('BUSY', messages.studio.busy);
  if (result === null) return failure('TOO_SLOW', messages.studio.bookTooSlow);
  return result.ok ? result.book : failure(result.refusal.code, result.refusal.message);
}

/** What was recognised, for its owner to choose from. */
export function toUploadBody(upload: Omit<UploadRow, 'bytes' | 'hash'>, book: Book): UploadBody {
  const { title, isTitleGuessed, authorName, description, language, report } = book;
  return {
    _id: upload.id,
    fileName: upload.fileName,
    expiresAt: upload.expiresAt.toISOString(),
    ...{ title, isTitleGuessed, authorName, description, language, report },
    hasCover: book.cover !== null,
    wordCount: book.chapters.reduce((sum, { wordCount }) => sum + wordCount, 0),
    chapters: book.chapters.map((chapter, index) => ({
      index,
      part: chapter.part,
      title: chapter.title,
      wordCount: chapter.wordCount,
      beginning: beginningOf(chapter.html),
    })),
    novelId: readOutcome(upload)?.novelId ?? null,
  };
}

/** What an upload became, null while it waits. */
export function readOutcome({ outcome }: Pick<UploadRow, 'outcome'>): Outcome | null {
  return outcome === null ? null : confirmUpload.response.parse(outcome);
}

/** Forgets an upload of this person, if there is one. */
export async function deleteUpload(db: Database, ownerId: string, id: string): Promise<void> {
  await db.delete(bookUploads).where(and(eq(bookUploads.id, id), eq(bookUploads.ownerId, ownerId)));
}

/** Forgets uploads whose day is over. */
export async function sweepUploads({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.delete(bookUploads).where(lte(bookUploads.expiresAt, clock.now()));
}

async function dropOldest(tx: Database, ownerId: string): Promise<void> {
  const old = tx
    .select({ id: bookUploads.id })
    .from(bookUploads)
    .where(eq(bookUploads.ownerId, ownerId))
    .orderBy(desc(bookUploads.createdAt), desc(bookUploads.id))
    .offset(studioLimits.uploads);
  await tx.delete(bookUploads).where(inArray(bookUploads.id, old));
}

/** The first words, without markup, cut between words. */
function beginningOf(html: string): string {
  const text = html
    .slice(0, 20 * beginningCharacters)
    .replaceAll(/<r[tp]\b[^>]*>[^<]*<\/r[tp]>/g, '')
    .replaceAll(/<\/?(?:em|strong|ruby)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= beginningCharacters) return text;
  return `${text.slice(0, text.lastIndexOf(' ', beginningCharacters))}…`;
}
