import { sql } from 'drizzle-orm';
import { insertTexts, replaceTexts } from '../catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';

/** A new chapter and its text. */
export type AddedChapter = {
  chapter: Omit<typeof chapters.$inferInsert, 'status' | 'publishedAt'> & { id: string };
  html: string;
};

/** What an import decides of a chapter, besides its text and publication. */
export type ChapterState = Pick<
  typeof chapters.$inferSelect,
  'chapterNumber' | 'sourceKey' | 'part' | 'title' | 'wordCount' | 'isPremium' | 'creditCost'
>;

/** A chapter that is there and is to become another. */
export type ChapterUpdate = {
  id: string;
  state: ChapterState;
  /** The new text, sanitized; null leaves it. */
  html: string | null;
  /** A reader or author would call it changed: the instant is noted. */
  isEdited: boolean;
  /** Title or text are others: so is the working copy, unless it is a draft of its own. */
  changesCopy: boolean;
};

const rowsPerStatement = 100;

/** Inserts chapters with their texts, which are sanitized; `applyPublication` makes them public. */
export async function insertChapters(
  tx: Database,
  added: readonly AddedChapter[],
  now: Date,
): Promise<void> {
  for (const rows of batches(added)) {
    await tx.insert(chapters).values(rows.map(({ chapter }) => chapter));
    await insertTexts(
      tx,
      rows.map(({ chapter: { id }, html }) => ({ id, html })),
      now,
    );
  }
}

/**
 * Writes these chapters and no other, many in a statement. Numbers and keys that are swapped between
 * batches are unique at the end only: see `deferUniquePlaces`.
 */
export async function updateChapters(
  tx: Database,
  updates: readonly ChapterUpdate[],
  now: Date,
): Promise<void> {
  const nowParameter = sql`${sql.param(now, chapters.updatedAt)}::timestamptz`;
  for (const rows of batches(updates)) {
    const given = rows.map(({ id, state, isEdited, changesCopy }) => ({
      id,
      isEdited,
      changesCopy,
      ...state,
    }));
    await tx.execute(sql`
      update chapters set
        chapter_number = given."chapterNumber", source_key = given."sourceKey",
        part = given.part, title = given.title, word_count = given."wordCount",
        is_premium = given."isPremium", credit_cost = given."creditCost",
        updated_at = case when given."isEdited" then ${nowParameter} else chapters.updated_at end,
        copy_version = chapters.copy_version + case when given."changesCopy" and not exists (
          select from chapter_drafts where chapter_drafts.chapter_id = chapters.id) then 1 else 0 end
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
        id uuid, "isEdited" boolean, "changesCopy" boolean, "chapterNumber" integer,
        "sourceKey" text, part text, title text, "wordCount" integer, "isPremium" boolean, "creditCost" integer)
      where chapters.id = given.id`);
  }
  const texts = updates.flatMap(({ id, html }) => (html === null ? [] : [{ id, html }]));
  for (const rows of batches(texts)) await replaceTexts(tx, rows, now);
}

/** Lets `write` swap numbers and keys of chapters over several statements; they are checked at its end. */
export async function deferUniquePlaces(tx: Database, write: () => Promise<void>): Promise<void> {
  await tx.execute(sql`set constraints chapters_number, chapters_source deferred`);
  await write();
  await tx.execute(sql`set constraints chapters_number, chapters_source immediate`);
}

function batches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, index) =>
    rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}
