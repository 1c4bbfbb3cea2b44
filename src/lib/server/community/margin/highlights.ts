/** A reader's own highlights and notes: written in chapters that they may read, listed per novel. */
import { setImmediate } from 'node:timers/promises';
import { and, asc, count, desc, eq, getTableColumns, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { HighlightBody, listHighlights as listCall } from '#shared/contracts/margin.ts';
import { messages } from '#shared/messages.ts';
import { cutQuote, marginLimits } from '#shared/reading/margin.ts';
import { findPassage } from '#shared/reading/place.ts';
import type { App } from '#server/app.ts';
import { isKnownTo, lastPublicTitle } from '#server/catalogue/chapters.ts';
import { readGrantedTexts } from '#server/catalogue/chapter-texts.ts';
import { accessOf } from '#server/catalogue/reading/access.ts';
import { toColumns } from '#server/catalogue/reading/place-columns.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { highlights } from '#server/core/db/schema/margin.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import type { Database } from '#server/core/db/database.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { wordsOfBlocks } from '../typos/find-words.ts';
import { toPassage } from './read-margin.ts';

/**
 * Adds or changes a highlight of a chapter that its reader may read (`onPlace`). Idempotent. Refuses
 * `NOT_FOUND` where the id is of another chapter or reader, `LIMIT_REACHED` beyond `marginLimits`,
 * `TOKEN_INVALID` once the account is erased.
 */
export async function setHighlight(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  of: { userId: string; chapterId: string },
  { id, place, length, passage, colour, note }: HighlightBody,
): Promise<Refusal | null> {
  const updatedAt = clock.now();
  const set = { ...toColumns(place), length, passageMark: passage, colour, note, updatedAt };
  return db.transaction(async (tx) => {
    const isOwn = eq(highlights.userId, of.userId);
    // One at a time for each account: their number is bounded.
    const [reader] = await tx
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, of.userId))
      .for('no key update');
    if (reader?.erasedAt !== null) return refuse('TOKEN_INVALID', messages.tokenInvalid);
    const isThis = and(isOwn, eq(highlights.id, id), eq(highlights.chapterId, of.chapterId));
    const changed = await tx.update(highlights).set(set).where(isThis).returning();
    if (changed.length > 0) return null;
    const [there] = await tx
      .select({
        all: count(),
        ofChapter: sql<number>`count(*) filter (where ${eq(highlights.chapterId, of.chapterId)})::int`,
      })
      .from(highlights)
      .where(isOwn);
    const { all = 0, ofChapter = 0 } = there ?? {};
    if (all >= marginLimits.highlightsOfAccount || ofChapter >= marginLimits.highlightsOfChapter) {
      return refuse('LIMIT_REACHED', messages.highlightsFull);
    }
    const row = { ...set, ...of, id, createdAt: updatedAt };
    const added = await tx.insert(highlights).values(row).onConflictDoNothing().returning();
    return added.length > 0 ? null : refuse('NOT_FOUND', messages.highlightMissing);
  });
}

/** Idempotent: also of one that is gone, or another reader's. */
export async function removeHighlight(
  db: Database,
  of: { userId: string; chapterId: string; id: string },
): Promise<void> {
  await db
    .delete(highlights)
    .where(
      and(
        eq(highlights.id, of.id),
        eq(highlights.userId, of.userId),
        eq(highlights.chapterId, of.chapterId),
      ),
    );
}

/** The novels in which a reader has highlights, the last changed first. */
export function listHighlightedNovels(db: Database, userId: string) {
  const { id, slug, title } = novels;
  return db
    .select({ id, slug, title, count: sql<number>`count(*)::int` })
    .from(highlights)
    .innerJoin(chapters, eq(chapters.id, highlights.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(highlights.userId, userId))
    .groupBy(id, slug, title)
    .orderBy(desc(max(highlights.updatedAt)), asc(id));
}

/** Characters of chapter text that one page of the list parses; its first chapter may be longer. */
const readCharactersMax = 200_000;

type Listed = z.infer<(typeof listCall)['response']>;

/** In the order of the story: number of the chapter, paragraph, character, id. */
const cursorForm =
  /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * A page of a reader's highlights in a novel, with their words in the text of today: of chapters that
 * they may read now, cut. Refuses `MALFORMED` for a cursor of another form.
 */
export async function listHighlights(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SignedIn,
  novelId: string,
  cursor: string | undefined,
): Promise<Listed | Refusal> {
  const [, ...after] =
    cursorForm.exec(cursor ?? '0.0.0.00000000-0000-0000-0000-000000000000') ?? [];
  if (after.length === 0) return refuse('MALFORMED', messages.malformed);
  const { id, chapterNumber, status, isPremium, freeFrom } = getTableColumns(chapters);
  const position = [chapterNumber, highlights.paragraph, highlights.characterOffset, highlights.id];
  const userId = caller.user.id;
  const title = sql<string>`case when ${isKnownTo(userId)} then ${lastPublicTitle} else '' end`;
  const rows = await db
    .select({
      highlight: highlights,
      chapter: { id, chapterNumber, status, isPremium, freeFrom, title },
      novel: { ownerId: novels.ownerId, language: novels.language },
      isUnlocked: sql<boolean>`exists (select from ${unlocks} where ${unlocks.chapterId} = ${chapters.id}
        and ${unlocks.userId} = ${userId} and ${chapters.takenDownAt} is null)`,
    })
    .from(highlights)
    .innerJoin(chapters, eq(chapters.id, highlights.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(
      and(
        eq(highlights.userId, userId),
        eq(chapters.novelId, novelId),
        sql`(${sql.join(position, sql`, `)}) > (${after[0]}::int, ${after[1]}::int, ${after[2]}::int, ${after[3]}::uuid)`,
      ),
    )
    .orderBy(...position.map((column) => asc(column)))
    .limit(marginLimits.listPageSize + 1);
  const page = rows.slice(0, marginLimits.listPageSize);
  const open = page.filter((row) => accessOf(row, caller, clock.now(), row).kind !== 'locked');
  const texts = await readGrantedTexts(db, [
    ...new Map(open.map(({ chapter }) => [chapter.id, chapter])).values(),
  ]);
  const blocks = new Map<string, string[]>();
  let characters = 0;
  let shown = 0;
  for (const { chapter, novel } of page) {
    const text = blocks.has(chapter.id) ? undefined : texts.get(chapter.id);
    if (text !== undefined) {
      characters += text.length;
      if (shown > 0 && characters > readCharactersMax) break;
      // Parsing is synchronous: lets other requests run in between.
      await setImmediate();
      blocks.set(chapter.id, wordsOfBlocks(text, novel.language));
    }
    shown++;
  }
  const last = page[shown - 1];
  return {
    highlights: page.slice(0, shown).map(({ highlight, chapter, novel }) => ({
      id: highlight.id,
      colour: highlight.colour,
      note: highlight.note,
      chapterId: chapter.id,
      chapterNumber: chapter.chapterNumber,
      chapterTitle: chapter.title,
      words: quote(blocks.get(chapter.id) ?? [], highlight),
      language: novel.language,
      changedAt: highlight.updatedAt.toISOString(),
    })),
    nextCursor:
      last && rows.length > shown
        ? `${last.chapter.chapterNumber}.${last.highlight.paragraph}.${last.highlight.characterOffset}.${last.highlight.id}`
        : null,
  };
}

function quote(blocks: readonly string[], row: typeof highlights.$inferSelect): string | null {
  const found = findPassage(blocks, toPassage(row));
  const words = found && blocks[found.block]?.slice(found.start, found.end);
  return words ? cutQuote(words) : null;
}
