import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { importEditsSchema, type ImportEdit } from '#shared/contracts/import-edits.ts';
import { confirmUpload, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import { studioLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import type { Permit } from '#server/http/guards.ts';
import type { SignedIn } from '#server/identity/sessions.ts';
import { sqlStateOf, sqlStates } from '#server/db/sql-state.ts';
import { bookUploadParts, bookUploads } from '#server/db/schema/uploads.ts';
import { isRefusal, refuse, type Refusal } from '#server/http/refusal.ts';
import type { Book } from '../book/book.ts';
import { withoutNotes } from '#shared/notes.ts';
import { holdAuthor } from './edit-novel.ts';
import { transactionWithDeadlockRetry } from './deadlock-retry.ts';

type World = Pick<App, 'db' | 'clock' | 'books'>;
type UploadRow = typeof bookUploads.$inferSelect;
/** The result of an upload, as its confirmation returned it. */
export type Outcome = z.infer<(typeof confirmUpload)['response']>;

const beginningCharacters = 160;
/** PGlite takes some hundredths of a second per chunk. */
const partBytes = 256 * 1024;

/**
 * Reads a book and stores its file for a day. Refuses with 422 `BOOK_REFUSED`, as `holdAuthor`,
 * and with 404 `NOT_FOUND` an upload that is deleted while it is written.
 */
export async function uploadBook(
  world: World,
  ownerId: string,
  file: { bytes: Uint8Array; fileName: string },
): Promise<UploadBody | Refusal> {
  const book = await readFile(world, { ...file, ownerId });
  if (isRefusal(book)) return book;
  const now = world.clock.now();
  const upload = {
    ...{ id: uuidv7(), ownerId, fileName: file.fileName },
    ...{ edits: [], outcome: null, createdAt: now },
    hash: hashOf(file.bytes),
    expiresAt: new Date(now.getTime() + studioLimits.uploadKeptMs),
  };
  const refused = await transactionWithDeadlockRetry(world.db, async (tx) => {
    const ended = await holdAuthor(tx, ownerId);
    if (ended) return ended;
    await tx.insert(bookUploads).values(upload);
    await dropOldest(tx, ownerId);
    return null;
  });
  if (refused) return refused;
  const isKept = await keepBytes(world.db, upload.id, file.bytes);
  return isKept ? toUploadBody(upload, book) : refuse('NOT_FOUND', messages.studio.uploadMissing);
}

/** A stored upload of this user, or null. Another user's is hidden, from admins too. */
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

/** Before the body is read: 404 `NOT_FOUND` where the upload in the address is not the caller's. */
export const onUpload: Permit<SignedIn, { id: string }> = async ({ app, caller, params }) =>
  (await findUpload(app.db, caller.user.id, params.id, app.clock.now())) ??
  refuse('NOT_FOUND', messages.studio.uploadMissing);

/** Stores the owner's edits of an upload. Refuses with 404 `NOT_FOUND` a missing one. */
export async function keepEdits(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  ownerId: string,
  id: string,
  edits: readonly ImportEdit[],
): Promise<Refusal | null> {
  const kept = await db
    .update(bookUploads)
    .set({ edits })
    .where(
      and(
        eq(bookUploads.id, id),
        eq(bookUploads.ownerId, ownerId),
        gt(bookUploads.expiresAt, clock.now()),
      ),
    )
    .returning({ id: bookUploads.id });
  return kept.length > 0 ? null : refuse('NOT_FOUND', messages.studio.uploadMissing);
}

/**
 * The book of a stored upload with its edits applied, its chapters set for a novel of `language` if
 * it is given, or a refusal. 400 `MALFORMED` for an edit of
 * something that the book does not have, 404 `NOT_FOUND` if the upload was deleted meanwhile.
 */
export async function readUpload(
  world: World,
  { id, ownerId, fileName, hash }: UploadRow,
  edits: readonly ImportEdit[] = [],
  language?: string,
): Promise<Book | Refusal> {
  const bytes = await bytesOf(world.db, id);
  if (hashOf(bytes) !== hash) return refuse('NOT_FOUND', messages.studio.uploadMissing);
  return readFile(world, { bytes, fileName, ownerId }, edits, language);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Reads a book in a worker thread. */
async function readFile(
  { books }: Pick<App, 'books'>,
  { bytes, fileName, ownerId }: { bytes: Uint8Array; fileName: string; ownerId: string },
  edits: readonly ImportEdit[] = [],
  language?: string,
): Promise<Book | Refusal> {
  const result = await books.read(bytes, fileName, edits, { language, userId: ownerId });
  const failure = (reason: string, message: string) =>
    refuse('BOOK_REFUSED', message, { details: { reason } });
  if (result === undefined) return failure('BUSY', messages.studio.busy);
  if (result === null) return failure('TOO_SLOW', messages.studio.bookTooSlow);
  if (!result.ok) return failure(result.refusal.code, result.refusal.message);
  if (result.unknown.length > 0) {
    return refuse('MALFORMED', messages.malformed, { errors: result.unknown.map(unknownPiece) });
  }
  return result.book;
}

const unknownPiece = (piece: string) => ({
  field: 'edits',
  message: `Le passage «\u00A0${piece}\u00A0» n’est pas dans le livre.`,
});

/** What was recognised, for its owner to choose from. */
export function toUploadBody(upload: Omit<UploadRow, 'hash'>, book: Book): UploadBody {
  const { title, isTitleGuessed, authorName, description, language, report } = book;
  return {
    _id: upload.id,
    fileName: upload.fileName,
    expiresAt: upload.expiresAt.toISOString(),
    ...{ title, isTitleGuessed, authorName, description, language, report },
    hasCover: book.cover !== null,
    wordCount: book.chapters.reduce((sum, { wordCount }) => sum + wordCount, 0),
    chapters: book.proposals.map((proposal, index) => {
      const { part, title, wordCount, isTaken, confidence, reason } = proposal;
      const headings = proposal.headings.map((heading) => ({
        title: heading.title,
        wordCount: heading.wordCount,
      }));
      const beginning = beginningOf(proposal.html);
      return { index, part, title, wordCount, beginning, isTaken, confidence, reason, headings };
    }),
    // Edits in an older format are ignored.
    edits: importEditsSchema.catch([]).parse(upload.edits),
    novelId: readOutcome(upload)?.novelId ?? null,
  };
}

/** The result of an upload, null while it waits. */
export function readOutcome({ outcome }: Pick<UploadRow, 'outcome'>): Outcome | null {
  return outcome === null ? null : confirmUpload.response.parse(outcome);
}

/** Deletes an upload of this user, if there is one. */
export async function deleteUpload(db: Database, ownerId: string, id: string): Promise<void> {
  await db.delete(bookUploads).where(and(eq(bookUploads.id, id), eq(bookUploads.ownerId, ownerId)));
}

/** Deletes uploads after their day. */
export async function sweepUploads({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.delete(bookUploads).where(lte(bookUploads.expiresAt, clock.now()));
}

/**
 * Writes a file in chunks; other requests are answered in between. Without a transaction, since
 * PGlite would block all other queries during one: an incomplete file is detected by its hash.
 * @returns false if the upload is gone.
 */
async function keepBytes(db: Database, uploadId: string, bytes: Uint8Array): Promise<boolean> {
  try {
    for (let position = 0; position * partBytes < bytes.length; position++) {
      const piece = bytes.subarray(position * partBytes, (position + 1) * partBytes);
      await db.insert(bookUploadParts).values({ uploadId, position, bytes: piece });
      await setImmediate();
    }
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.foreignKeyViolation) throw error;
    return false;
  }
}

async function bytesOf(db: Database, uploadId: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const [part] = await db
      .select({ bytes: bookUploadParts.bytes })
      .from(bookUploadParts)
      .where(
        and(eq(bookUploadParts.uploadId, uploadId), eq(bookUploadParts.position, pieces.length)),
      );
    if (!part) return Buffer.concat(pieces);
    pieces.push(part.bytes);
    await setImmediate();
  }
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

/** The first words, without markup, cut between words; paragraphs and lines stay apart. */
function beginningOf(html: string): string {
  const text = withoutNotes(html)
    .slice(0, 20 * beginningCharacters)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^>]*>/g, '\n')
    .replaceAll('</p>', '\n\n')
    .replaceAll(/<r[tp]\b[^>]*>[^<]*<\/r[tp]>/g, '')
    .replaceAll(/<\/?(?:em|strong|ruby)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?(\n+) ?/g, '$1')
    .trim();
  if (text.length <= beginningCharacters) return text;
  return `${text.slice(0, beginningCharacters + 1).replace(/\s+\S*$/, '')}…`;
}
