/** What stands in the margin of a chapter, for who may read the chapter. */
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { MarginBody } from '#shared/contracts/margin.ts';
import { messages } from '#shared/messages.ts';
import { marginLimits } from '#shared/reading/margin.ts';
import { may } from '#shared/site/novel-powers.ts';
import type { App } from '#server/app.ts';
import { findOwnedChapter } from '#server/catalogue/chapters.ts';
import { findAccess } from '#server/catalogue/reading/access.ts';
import { toPlace } from '#server/catalogue/reading/place-columns.ts';
import { readToEnd } from '#server/catalogue/reading/places.ts';
import type { Database } from '#server/core/db/database.ts';
import { comments, hiddenPeople } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { commentPlaces, highlights, marginNotes } from '#server/core/db/schema/margin.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { roleOn } from '#server/people/novel-powers/own-work.ts';

/**
 * Answers `getMargin`; refuses a chapter that the caller may not know of, or not open. Comments of a
 * withdrawn chapter are shown nowhere.
 * @param isReadHere the device says that it has read the chapter to its end
 */
export async function readMargin(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SignedIn | null,
  chapterId: string,
  isReadHere: boolean,
): Promise<MarginBody | Refusal> {
  const userId = caller?.user.id ?? null;
  const found = await findOwnedChapter(db, chapterId, userId);
  if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(db, found, caller, clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const { novelId: id, status } = found.chapter;
  const role = caller && (await roleOn(db, caller.user, { id, ownerId: found.novel.ownerId }));
  const mayNote = role !== null && may(role, 'publish');
  const showsNotes =
    isReadHere || mayNote || (userId && (await isReadWhole(db, userId, chapterId)));
  return {
    comments: status === 'published' ? await countComments(db, chapterId, userId) : [],
    highlights: userId ? await listOwn(db, userId, chapterId) : [],
    notes: showsNotes ? await listNotes(db, chapterId) : [],
    mayNote,
  };
}

/** Whether the account has read a chapter to its end. */
async function isReadWhole(db: Database, userId: string, chapterId: string): Promise<boolean> {
  const isAtEnd = and(
    eq(readingPlaces.userId, userId),
    eq(readingPlaces.chapterId, chapterId),
    isNull(readingPlaces.paragraph),
    eq(readingPlaces.characterOffset, readToEnd),
  );
  return (await db.$count(readingPlaces, isAtEnd)) > 0;
}

/** How many comments each paragraph has, answers included, of those that the caller sees. */
async function countComments(db: Database, chapterId: string, userId: string | null) {
  const { paragraph, mark, startMark, endMark, beforeMark, afterMark } = commentPlaces;
  // Grouped by every hash: a forged place forms a group of its own.
  const place = { paragraph, mark, startMark, endMark, beforeMark, afterMark };
  const isHeld = sql`exists (select from ${heldComments} where ${heldComments.commentId} = ${comments.id})`;
  const isHidden = sql`exists (select from ${hiddenPeople}
    where ${hiddenPeople.userId} = ${userId}::uuid and ${hiddenPeople.hiddenUserId} = ${comments.userId})`;
  const rows = await db
    .select({
      ...place,
      comments: count(),
    })
    .from(commentPlaces)
    .innerJoin(comments, eq(comments.threadId, commentPlaces.commentId))
    .where(
      and(
        eq(commentPlaces.chapterId, chapterId),
        isNull(comments.removedAt),
        // A held comment is visible to its writer.
        sql`(not ${isHeld} or ${comments.userId} = ${userId}::uuid)`,
        sql`not ${isHidden}`,
      ),
    )
    .groupBy(...Object.values(place))
    .orderBy(desc(count()), asc(paragraph), asc(mark))
    .limit(marginLimits.commentedParagraphs);
  return rows.map(({ comments: of, ...row }) => ({
    place: toPlace({ ...row, characterOffset: 0 }),
    count: of,
  }));
}

async function listOwn(db: Database, userId: string, chapterId: string) {
  const rows = await db
    .select()
    .from(highlights)
    .where(and(eq(highlights.userId, userId), eq(highlights.chapterId, chapterId)))
    .orderBy(asc(highlights.paragraph), asc(highlights.characterOffset), asc(highlights.id))
    .limit(marginLimits.highlightsOfChapter);
  return rows.map((row) => ({ ...toPassage(row), id: row.id, colour: row.colour, note: row.note }));
}

type HighlightRow = typeof highlights.$inferSelect;

/** The passage that a highlight marks. */
export const toPassage = (row: HighlightRow) => ({
  place: toPlace(row),
  length: row.length,
  passage: row.passageMark,
});

async function listNotes(db: Database, chapterId: string) {
  const rows = await db
    .select()
    .from(marginNotes)
    .where(eq(marginNotes.chapterId, chapterId))
    .orderBy(asc(marginNotes.paragraph), asc(marginNotes.id))
    .limit(marginLimits.authorNotes);
  return rows.map((row) => ({ id: row.id, place: toPlace(row), text: row.text }));
}
