/**
 * What a reader may be reminded of: nothing of a chapter after the one they ask about, and nothing of a
 * chapter that they may not open, whatever they claim to have read.
 */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  isNotNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm';
import type { ReminderBody } from '#shared/contracts/recap.ts';
import { chaptersListMax, recapAfterMs, recapLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { readCast } from '#shared/text/cast.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterNotes } from '#server/core/db/schema/announcements.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { libraryEntries, readingPlaces } from '#server/core/db/schema/reading.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { findOwnedChapter, isPublishedIn, isSold } from '../chapters.ts';
import { readsEverythingOf } from '../free-readers.ts';
import { findAccess } from '../reading/access.ts';
import { readToEnd } from '../reading/places.ts';

/** Answers `getReminder`; refuses a chapter that the caller may not know of, or not open. */
export async function remind(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SignedIn | null,
  id: string,
  upTo: number,
): Promise<ReminderBody | Refusal> {
  const now = clock.now();
  const found = await findOwnedChapter(db, id, caller?.user.id ?? null);
  if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(db, found, caller, now);
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const { novelId, chapterNumber } = found.chapter;
  const sold = isSold(now);
  const readsAll = caller !== null && readsEverythingOf(found.novel, caller.user);
  const own = and(eq(unlocks.chapterId, chapters.id), eq(unlocks.userId, caller?.user.id ?? id));
  const isUnlocked = caller ? exists(db.select().from(unlocks).where(own)) : undefined;
  const isOpen = readsAll || !sold ? undefined : or(not(sold), isUnlocked);
  const isOut = and(isPublishedIn(novelId), isOpen);
  const { chapterNumber: number, title } = getTableColumns(chapters);
  const { recap: text, cast } = getTableColumns(chapterNotes);
  const isOfChapter = and(
    eq(chapters.id, chapterNotes.chapterId),
    eq(chapterNotes.novelId, novelId),
  );
  const select = () =>
    db
      .select({ chapterNumber: number, title, text, cast })
      .from(chapterNotes)
      .innerJoin(chapters, isOfChapter);
  const last = caller ? await findLastRead(db, caller.user.id, novelId) : null;
  const isBack = last === null || now.getTime() - last.readAt.getTime() >= recapAfterMs;
  const readUpTo = isBack ? Math.max(upTo, last?.upTo ?? 0) : 0;
  const isBefore = and(lt(number, chapterNumber), lte(number, readUpTo));
  const recaps = await select()
    .where(and(isOut, isBefore, ne(text, '')))
    .orderBy(desc(number))
    .limit(recapLimits.shown);
  const known = await select()
    .where(and(or(isOut, eq(chapters.id, id)), lte(number, chapterNumber), ne(cast, '')))
    .orderBy(asc(number))
    .limit(chaptersListMax);
  return {
    recaps: recaps.toReversed().map(({ cast: _cast, ...recap }) => recap),
    people: peopleOf(known),
  };
}

/** Each person with their last line and all names, in the order in which they come. */
function peopleOf(known: readonly { cast: string }[]): ReminderBody['people'] {
  const people = new Map<string, ReminderBody['people'][number]>();
  for (const person of known.flatMap(({ cast }) => readCast(cast) ?? [])) {
    const others = [...(people.get(person.name)?.others ?? []), ...person.others];
    people.set(person.name, { ...person, others: [...new Set(others)] });
  }
  return [...people.values()].slice(0, recapLimits.people);
}

/** When an account last read a novel, and the last chapter that it read whole then; null for never. */
async function findLastRead(db: Database, userId: string, novelId: string) {
  const isWhole = sql`coalesce(${readingPlaces.paragraph} is null
    and ${readingPlaces.characterOffset} = ${readToEnd}::int, false)`;
  const ofUser = and(eq(readingPlaces.userId, userId), eq(readingPlaces.chapterId, chapters.id));
  const [row] = await db
    .select({
      readAt: sql`greatest(${libraryEntries.lastReadAt}, ${readingPlaces.updatedAt})`.mapWith(
        readingPlaces.updatedAt,
      ),
      upTo: sql<number>`${chapters.chapterNumber} - (not ${isWhole})::int`,
    })
    .from(libraryEntries)
    .innerJoin(chapters, eq(chapters.id, libraryEntries.lastChapterId))
    .leftJoin(readingPlaces, ofUser)
    .where(
      and(
        eq(libraryEntries.userId, userId),
        eq(libraryEntries.novelId, novelId),
        isNotNull(libraryEntries.lastReadAt),
      ),
    );
  return row ?? null;
}
