/**
 * What a reader may be reminded of: nothing of a chapter after the one they ask about, and nothing of a
 * chapter that they may not open, whatever they claim to have read.
 */
import {
  and,
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
  device: { last?: string | undefined; isWhole?: 'true' | undefined },
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
  const last = caller ? await findLastRead(db, caller.user.id, novelId) : null;
  const isBack = last === null || now.getTime() - last.readAt.getTime() >= recapAfterMs;
  const [lastThere] = device.last
    ? await db
        .select({ number })
        .from(chapters)
        .where(and(eq(chapters.id, device.last), eq(chapters.novelId, novelId)))
    : [];
  const ofDevice = lastThere ? lastThere.number - Number(!device.isWhole) : 0;
  const readUpTo = isBack ? Math.max(ofDevice, last?.upTo ?? 0) : 0;
  const isBefore = and(lt(number, chapterNumber), lte(number, readUpTo));
  const recaps = await db
    .select({ chapterNumber: number, title, text })
    .from(chapterNotes)
    .innerJoin(chapters, isOfChapter)
    .where(and(isOut, isBefore, ne(text, '')))
    .orderBy(desc(number))
    .limit(recapLimits.shown);
  const known = await db
    .select({ cast })
    .from(chapterNotes)
    .innerJoin(chapters, isOfChapter)
    .where(and(or(isOut, eq(chapters.id, id)), lte(number, chapterNumber), ne(cast, '')))
    .orderBy(desc(number))
    .limit(chaptersListMax);
  return {
    recaps: recaps.toReversed(),
    people: peopleOf(known.toReversed()),
  };
}

/**
 * Each person with their last line and all names, in the order in which they come; of too many, those
 * whom the last chapters introduce.
 */
function peopleOf(known: readonly { cast: string }[]): ReminderBody['people'] {
  const people = new Map<string, ReminderBody['people'][number]>();
  const introduced = known.flatMap(({ cast }) => readCast(cast) ?? []);
  for (const person of introduced) {
    const others = [...(people.get(person.name)?.others ?? []), ...person.others];
    people.set(person.name, { ...person, others: [...new Set(others)] });
  }
  const names = new Set(introduced.map(({ name }) => name).toReversed());
  const last = new Set([...names].slice(0, recapLimits.people));
  return [...people.values()].filter(({ name }) => last.has(name));
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
