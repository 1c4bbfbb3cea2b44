import { and, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { announcementLimits, announcementsPageSize } from '#shared/constants.ts';
import type { AnnouncementBody } from '#shared/contracts/announcements.ts';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Permit } from '#server/core/http/guards.ts';
import type { Database } from '#server/core/db/database.ts';
import { announcementDays, announcements } from '#server/core/db/schema/announcements.ts';
import { releases } from '#server/core/db/schema/outbox.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { announcementsTag } from '#server/core/pagecache/tags.ts';
import { findOwnNovel } from '#server/people/novel-powers/own-work.ts';
import { suspendedUntil } from '#server/community/commented-chapter.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;
type Row = typeof announcements.$inferSelect;
type Written = Pick<Row, 'title' | 'text'>;

/** An announcement as its author sees it. */
const toAnnouncementBody = (row: Row): AnnouncementBody => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  date: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  isSent: row.releaseId !== null,
});

/** A page of a novel's announcements, newest first, and whether one may be sent today. */
export async function listAnnouncements(
  { db, clock }: World,
  novelId: string,
  after: Cursor | null,
): Promise<{ announcements: AnnouncementBody[]; next: Cursor | null; canSend: boolean }> {
  const isAfter =
    after === null
      ? undefined
      : sql`(${announcements.createdAt}, ${announcements.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const [rows, sent] = await Promise.all([
    db
      .select()
      .from(announcements)
      .where(and(eq(announcements.novelId, novelId), isAfter))
      .orderBy(desc(announcements.createdAt), desc(announcements.id))
      .limit(announcementsPageSize + 1),
    db
      .select({ day: announcementDays.day })
      .from(announcementDays)
      .where(isDay(novelId, parisDay(clock.now()))),
  ]);
  const shown = rows.slice(0, announcementsPageSize);
  const last = shown.at(-1);
  return {
    announcements: shown.map(toAnnouncementBody),
    next: rows.length > shown.length && last ? { createdAt: last.createdAt, id: last.id } : null,
    canSend: sent.length === 0,
  };
}

const isDay = (novelId: string, day: string) =>
  and(eq(announcementDays.novelId, novelId), eq(announcementDays.day, day));

/**
 * Publishes an announcement; with `isSent`, followers are sent it as they asked to be told of
 * releases. Idempotent per key. Refuses as `findOwnNovel`, `FORBIDDEN` for a suspended author and
 * for a novel without a page, `LIMIT_REACHED` where one was sent on the same day in Paris.
 */
export async function addAnnouncement(
  { db, clock, changed }: World,
  author: User,
  novelId: string,
  { key, isSent, ...written }: Written & { key: string; isSent: boolean },
): Promise<AnnouncementBody | Refusal> {
  const now = clock.now();
  if (suspendedUntil(author, now) !== null) return refuse('FORBIDDEN', messages.writingSuspended);
  const added = await db.transaction(async (tx) => {
    // The locked novel orders two requests: the second finds the first one's row.
    const novel = await findOwnNovel(tx, author, novelId, 'publish', { lock: true });
    if (isRefusal(novel)) return novel;
    if (novel.isDraft) return refuse('FORBIDDEN', messages.announcementOfDraft);
    const isSame = and(eq(announcements.novelId, novelId), eq(announcements.creationKey, key));
    const [earlier] = await tx.select().from(announcements).where(isSame);
    if (earlier) return earlier;
    if (await isFull(tx, novelId)) return refuse('LIMIT_REACHED', messages.announcementsFull);
    const releaseId = isSent ? await addRelease(tx, novelId, now) : null;
    if (isRefusal(releaseId)) return releaseId;
    const [row] = await tx
      .insert(announcements)
      .values({
        ...written,
        novelId,
        releaseId,
        writerId: author.id,
        creationKey: key,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error('an insert returns its row');
    return row;
  });
  if (isRefusal(added)) return added;
  await changed([announcementsTag(novelId)]);
  return toAnnouncementBody(added);
}

async function isFull(tx: Database, novelId: string): Promise<boolean> {
  const ofNovel = eq(announcements.novelId, novelId);
  return (await tx.$count(announcements, ofNovel)) >= announcementLimits.ofNovel;
}

/** The background job of releases tells followers; the day's row decides that it is the first. */
async function addRelease(
  tx: Database,
  novelId: string,
  releasedAt: Date,
): Promise<string | Refusal> {
  const day = { novelId, day: parisDay(releasedAt) };
  const first = await tx
    .insert(announcementDays)
    .values(day)
    .onConflictDoNothing()
    .returning({ day: announcementDays.day });
  if (first.length === 0) return refuse('LIMIT_REACHED', messages.announcementSentToday);
  const id = uuidv7();
  await tx.insert(releases).values({ id, novelId, releasedAt });
  return id;
}

/** Changes an announcement. Refuses as `findOwnNovel`, and `FORBIDDEN` for a suspended author. */
export async function editAnnouncement(
  { db, clock, changed }: World,
  author: User,
  id: string,
  written: Written,
): Promise<AnnouncementBody | Refusal> {
  const now = clock.now();
  if (suspendedUntil(author, now) !== null) return refuse('FORBIDDEN', messages.writingSuspended);
  const found = await findOwnAnnouncement(db, author, id);
  if (isRefusal(found)) return found;
  const [row] = await db
    .update(announcements)
    .set({ ...written, updatedAt: now })
    .where(eq(announcements.id, id))
    .returning();
  if (!row) return refuse('NOT_FOUND', messages.announcementMissing);
  await changed([announcementsTag(row.novelId)]);
  return toAnnouncementBody(row);
}

/**
 * Deletes an announcement with its message to followers, as far as it was not sent. The day stays
 * used: deleting and writing again sends nothing more.
 */
export async function deleteAnnouncement(
  { db, changed }: World,
  author: User,
  id: string,
): Promise<Refusal | null> {
  const found = await findOwnAnnouncement(db, author, id);
  if (isRefusal(found)) return found;
  await db.transaction(async (tx) => {
    await tx.delete(announcements).where(eq(announcements.id, id));
    if (found.releaseId !== null) await tx.delete(releases).where(eq(releases.id, found.releaseId));
  });
  await changed([announcementsTag(found.novelId)]);
  return null;
}

/** Before the body is read: `findOwnNovel` of the announcement in the address. */
export const onAnnouncement: Permit<SignedIn, { id: string }> = ({ app, caller, params }) =>
  findOwnAnnouncement(app.db, caller.user, params.id);

/** The announcement of a withdrawal stays as it was sent. */
async function findOwnAnnouncement(db: Database, author: User, id: string): Promise<Row | Refusal> {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id));
  if (!row) return refuse('NOT_FOUND', messages.announcementMissing);
  const novel = await findOwnNovel(db, author, row.novelId, 'publish');
  if (isRefusal(novel)) return novel;
  const ofLeaving = and(eq(releases.id, row.releaseId ?? row.id), eq(releases.isOfLeaving, true));
  const isFixed = (await db.$count(releases, ofLeaving)) > 0;
  return isFixed ? refuse('FORBIDDEN', messages.studio.leavingAnnounced) : row;
}
