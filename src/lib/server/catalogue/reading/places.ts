import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { accountPlacesMax } from '#shared/constants.ts';
import type { PlaceStateBody } from '#shared/contracts/places.ts';
import { messages } from '#shared/messages.ts';
import { isSamePlace } from '#shared/reading/same-place.ts';
import type { App } from '#server/app.ts';
import { findOwnedChapter, type OwnedChapter } from '../chapters.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { readerDays, readingPlaces } from '#server/core/db/schema/reading.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { noteFinished, noteOpened } from '../library/note-reading.ts';
import { findAccess } from './access.ts';
import { toPlace } from './place-columns.ts';

/** Whose place it is, in which chapter, and through which session it is requested. */
export type PlaceOwner = {
  userId: string;
  sessionId: string;
  chapterId: string;
  novelId: string;
  /** Whether it may be the last chapter of a completed novel: then the database is asked. */
  mayEndNovel: boolean;
};

/**
 * A place, or none, whether the chapter was read to its end, the version that the device saw last,
 * and when it sent this (its clock).
 */
export type PlaceInput = Pick<PlaceStateBody, 'place' | 'version'> & {
  isRead: boolean;
  sentAt: number;
};

/** The result of a save; `current` is what the account stores afterwards. */
export type SavedPlace = { isStale: boolean; current: PlaceStateBody };

/**
 * The owner of a place. Only readers with access to a chapter have a place in it; else 404
 * `NOT_FOUND`, or 403 `PREMIUM_LOCKED`.
 */
export const onPlace: Permit<SignedIn, { id: string }, PlaceOwner> = async (input) => {
  const { app, caller, params } = input;
  const found = await findOwnedChapter(app.db, params.id, caller.user.id);
  return found ? ownPlace(app, found, caller) : refuse('NOT_FOUND', messages.chapterMissing);
};

/** The same for a chapter that was found. */
export async function ownPlace(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  found: OwnedChapter,
  caller: SignedIn,
): Promise<PlaceOwner | Refusal> {
  const access = await findAccess(db, found, caller, clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const { chapter, novel } = found;
  return {
    userId: caller.user.id,
    sessionId: caller.sessionId,
    chapterId: chapter.id,
    novelId: chapter.novelId,
    // Numbers count from 1, with gaps where a chapter was withdrawn.
    mayEndNovel: novel.status === 'completed' && chapter.chapterNumber >= novel.chapterCount,
  };
}

/** Stored as the offset of no place where the chapter was read to its end. */
export const readToEnd = 1;

/** The stored place; a version of null says that there never was one. */
export async function readPlace(db: Database, owner: PlaceOwner): Promise<PlaceStateBody> {
  const { userId, chapterId } = owner;
  const [row] = await selectPlace(db).execute({ userId, chapterId });
  return toState(row, owner);
}

const selectPlace = prepared((db) =>
  db
    .select()
    .from(readingPlaces)
    .where(
      and(
        eq(readingPlaces.userId, sql.placeholder('userId')),
        eq(readingPlaces.chapterId, sql.placeholder('chapterId')),
      ),
    )
    .prepare('find_place'),
);

/**
 * Stores the place unless another session has changed it since the version that this device
 * saw, and with it the day on which the novel was read. Decided in one statement; idempotent.
 */
export async function savePlace(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  owner: PlaceOwner,
  { place, isRead, version, sentAt }: PlaceInput,
): Promise<SavedPlace> {
  const { userId, chapterId, novelId, sessionId: device } = owner;
  const reading = { userId, novelId, chapterId };
  const now = clock.now();
  const isAtEnd = place === null && isRead;
  const [row] = await upsertPlace(db).execute({
    ...reading,
    device,
    paragraph: place?.paragraph ?? null,
    offset: place?.offset ?? (isAtEnd ? readToEnd : 0),
    mark: place?.mark ?? 0,
    startMark: place?.start ?? 0,
    endMark: place?.end ?? 0,
    beforeMark: place?.before ?? 0,
    afterMark: place?.after ?? 0,
    sentAtMs: sentAt,
    version,
    now: now.toISOString(),
  });
  if (row?.isNew) {
    // Should one of these fail, the next new place does it.
    await noteOpened(db, reading, now);
    await dropOldest(db, userId);
  }
  // Also where it is sent again: the first time it may have failed after the place was stored.
  if (isAtEnd && owner.mayEndNovel) await noteFinished(db, reading, now);
  if (row) return { isStale: false, current: toState(row, owner) };
  const current = await readPlace(db, owner);
  // A later change of the same device that arrived first is not a conflict.
  return { isStale: !current.isOwn && !isSamePlace(current.place, place), current };
}

type Row = typeof readingPlaces.$inferSelect;

function toState(row: Row | undefined, { sessionId }: PlaceOwner): PlaceStateBody {
  if (!row) return { place: null, version: null, isRead: false, isOwn: false };
  const { paragraph, characterOffset, device, updatedAt } = row;
  return {
    place: paragraph === null ? null : toPlace({ ...row, paragraph }),
    version: updatedAt.toISOString(),
    isRead: paragraph === null && characterOffset === readToEnd,
    isOwn: device === sessionId,
  };
}

/** Whether this is another place than the stored one. */
const isAnotherPlace = sql`
  (${readingPlaces.paragraph}, ${readingPlaces.characterOffset}, ${readingPlaces.mark})
  is distinct from (excluded.paragraph, excluded.character_offset, excluded.mark)`;

/**
 * Allowed for the session that wrote last, unless this was sent earlier; and for one that saw
 * the last version (of none, for null: then no version is equal).
 */
const mayOverwrite = sql`(
  (${readingPlaces.device} = excluded.device and ${readingPlaces.sentAtMs} < excluded.sent_at_ms)
  or ${readingPlaces.updatedAt} = ${sql.placeholder('version')}::timestamptz)`;

const upsertPlace = prepared((db) => {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const upserted = db
    .insert(readingPlaces)
    .values({
      userId: sql.placeholder('userId'),
      chapterId: sql.placeholder('chapterId'),
      paragraph: sql.placeholder('paragraph'),
      characterOffset: sql.placeholder('offset'),
      mark: sql.placeholder('mark'),
      startMark: sql.placeholder('startMark'),
      endMark: sql.placeholder('endMark'),
      beforeMark: sql.placeholder('beforeMark'),
      afterMark: sql.placeholder('afterMark'),
      device: sql.placeholder('device'),
      sentAtMs: sql.placeholder('sentAtMs'),
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [readingPlaces.userId, readingPlaces.chapterId],
      set: {
        paragraph: sql`excluded.paragraph`,
        characterOffset: sql`excluded.character_offset`,
        mark: sql`excluded.mark`,
        startMark: sql`excluded.start_mark`,
        endMark: sql`excluded.end_mark`,
        beforeMark: sql`excluded.before_mark`,
        afterMark: sql`excluded.after_mark`,
        device: sql`excluded.device`,
        sentAtMs: sql`excluded.sent_at_ms`,
        // No two changes have the same version, not even within a millisecond.
        updatedAt: sql`greatest(excluded.updated_at, ${readingPlaces.updatedAt} + interval '1 millisecond')`,
      },
      setWhere: sql`${isAnotherPlace} and ${mayOverwrite}`,
    })
    // PostgreSQL marks the version of a row that replaced another one; an inserted row has no mark.
    .returning({
      ...getTableColumns(readingPlaces),
      isNew: sql<boolean>`xmax = 0`.as('is_new'),
    });
  const saved = db.$with('saved').as(upserted);
  const day = db.$with('noted').as(
    db
      .insert(readerDays)
      .select(
        sql`select ${sql.placeholder('novelId')}::uuid, (${now} at time zone 'Europe/Paris')::date,
          ${saved.userId} from ${saved}`,
      )
      .onConflictDoNothing(),
  );
  return db.with(saved, day).select().from(saved).prepare('save_place');
});

/** An account keeps its newest places. */
async function dropOldest(db: Database, userId: string): Promise<void> {
  await deleteOldest(db).execute({ userId, kept: accountPlacesMax });
}

const deleteOldest = prepared((db) => {
  const isOfUser = eq(readingPlaces.userId, sql.placeholder('userId'));
  const tooOld = db
    .select({ chapterId: readingPlaces.chapterId })
    .from(readingPlaces)
    .where(isOfUser)
    .orderBy(desc(readingPlaces.updatedAt))
    .offset(sql.placeholder('kept'));
  return db
    .delete(readingPlaces)
    .where(and(isOfUser, inArray(readingPlaces.chapterId, tooOld)))
    .prepare('delete_oldest_places');
});
