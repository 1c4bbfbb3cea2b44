import { and, desc, eq, getTableColumns, gt, inArray, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { importEditsSchema, type ImportEdit } from '#shared/contracts/import-edits.ts';
import { confirmUpload, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import { studioLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Permit } from '#server/core/http/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { Book } from '../book/book.ts';
import { withoutNotes } from '#shared/text/notes.ts';
import { holdAuthor } from './edit-novel.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';

type World = Pick<App, 'db' | 'clock' | 'books'>;
/** Without its file. */
type UploadRow = Omit<typeof bookUploads.$inferSelect, 'bytes'>;
/** The result of an upload, as its confirmation returned it. */
export type Outcome = z.infer<(typeof confirmUpload)['response']>;

const beginningCharacters = 160;

const { bytes, ...columns } = getTableColumns(bookUploads);

/** Reads a book and stores its file for a day. Refuses with 422 `BOOK_REFUSED` and as `holdAuthor`. */
export async function uploadBook(
  world: World,
  ownerId: string,
  file: { bytes: Uint8Array; fileName: string },
): Promise<UploadBody | Refusal> {
  const book = await readFile(world, { ...file, ownerId });
  if (isRefusal(book)) return book;
  const now = world.clock.now();
  const upload = {
    id: uuidv7(),
    ownerId,
    fileName: file.fileName,
    edits: [],
    outcome: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + studioLimits.uploadRetentionMs),
  };
  const refused = await transactionWithDeadlockRetry(world.db, async (tx) => {
    const ended = await holdAuthor(tx, ownerId);
    if (ended) return ended;
    await tx.insert(bookUploads).values({ ...upload, bytes: file.bytes });
    await dropOldest(tx, ownerId);
    return null;
  });
  return refused ?? toUploadBody(upload, book);
}

/** A stored upload of this user, or null. Another user's is hidden, from admins too. */
export async function findUpload(
  db: Database,
  ownerId: string,
  id: string,
  now: Date,
): Promise<UploadRow | null> {
  const [upload] = await db
    .select(columns)
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
  { id, ownerId, fileName }: UploadRow,
  edits: readonly ImportEdit[] = [],
  language?: string,
): Promise<Book | Refusal> {
  const [file] = await world.db.select({ bytes }).from(bookUploads).where(eq(bookUploads.id, id));
  if (!file) return refuse('NOT_FOUND', messages.studio.uploadMissing);
  return readFile(world, { bytes: file.bytes, fileName, ownerId }, edits, language);
}

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
export function toUploadBody(upload: UploadRow, book: Book): UploadBody {
  const { title, isTitleGuessed, authorName, description, language, report } = book;
  return {
    _id: upload.id,
    fileName: upload.fileName,
    expiresAt: upload.expiresAt.toISOString(),
    title,
    isTitleGuessed,
    authorName,
    description,
    language,
    report,
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
