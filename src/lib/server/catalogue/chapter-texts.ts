/**
 * The one module that reads and writes the texts of chapters; a lint rule keeps the table from all
 * others. What leaves it to readers is a free text, with that rule in the query; any other text goes to
 * callers that say how they have checked access (design section 4).
 */
import { and, desc, eq, getTableName, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapterDrafts, chapters, chapterTexts } from '#server/core/db/schema/catalogue.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';

/**
 * How a caller knows that a text may be read: `reader`: `findAccess` or the same rule said so; `team`: a
 * power on the novel was found; `export`: the text is its owner's; `inside`: no person gets it.
 */
export type Checked = 'reader' | 'team' | 'export' | 'inside';

/** The name of the table, for lists of all tables. */
export const textsTable = getTableName(chapterTexts);

/** A chapter's text in a query, whoever may read it. @param id the chapter's id in that query */
export const anyText = (id: SQLWrapper, checked: Checked): SQL<string> =>
  sql<string>`(select text.html from chapter_texts as text /* checked: ${sql.raw(checked)} */
    where text.chapter_id = ${id})`;

/**
 * A chapter's text in a query if everyone may read it at that instant, else null: it is published, and
 * not premium or free since. The same rule as `isFree`.
 * @param id the chapter's id in that query
 */
export const freeText = (id: SQLWrapper, now: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select text.html from chapter_texts as text
    where text.chapter_id = ${id} and exists (select from chapters as free
      where free.id = text.chapter_id and free.status = 'published'
        and (not free.is_premium or free.free_from <= ${now}::timestamptz)))`;

/** When a chapter's text was last written, in a query. */
export const textWrittenAt = (id: SQLWrapper): SQL<Date> =>
  sql`(select text.updated_at from chapter_texts as text where text.chapter_id = ${id})`.mapWith(
    chapterTexts.updatedAt,
  );

/** The sanitized text of a chapter that everyone may read now; null of any other. */
export async function readFreeText(
  db: Database,
  chapterId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await selectFreeText(db).execute({ chapterId, now: now.toISOString() });
  return row?.html ?? null;
}

/** Whether the text of a chapter that everyone may read now has this markup. */
export async function isInFreeText(
  db: Database,
  chapterId: string,
  markup: string,
  now: Date,
): Promise<boolean> {
  const text = freeText(chapters.id, sql`${now.toISOString()}`);
  const isThere = sql`position(${markup}::text in ${text}) > 0`;
  return (await db.$count(chapters, and(eq(chapters.id, chapterId), isThere))) > 0;
}

const selectFreeText = prepared((db) =>
  db
    .select({ html: freeText(chapters.id, sql.placeholder('now')) })
    .from(chapters)
    .where(eq(chapters.id, sql.placeholder('chapterId')))
    .prepare('read_free_text'),
);

/**
 * The sanitized text of a chapter for a reader to whom `findAccess`, or the same rule, gave it; as it was
 * last public: the stored one of a withdrawn chapter may have been changed since.
 */
export async function readGrantedText(
  db: Database,
  { id, status }: Pick<typeof chapters.$inferSelect, 'id' | 'status'>,
): Promise<string> {
  const last = status === 'published' ? undefined : await findLastPublic(db, id);
  if (last) return last.html;
  const [row] = await selectGrantedText(db).execute({ id });
  return row?.html ?? '';
}

/** The same for some chapters, by id. */
export async function readGrantedTexts(
  db: Database,
  granted: readonly Pick<typeof chapters.$inferSelect, 'id' | 'status'>[],
): Promise<Map<string, string>> {
  const isPublished = ({ status }: (typeof granted)[number]) => status === 'published';
  const ids = granted.filter(isPublished).map(({ id }) => id);
  const rows = await db
    .select({ id: chapters.id, html: anyText(chapters.id, 'reader') })
    .from(chapters)
    .where(inArray(chapters.id, ids));
  const texts = new Map(rows.map(({ id, html }) => [id, html]));
  for (const chapter of granted) {
    if (!isPublished(chapter)) texts.set(chapter.id, await readGrantedText(db, chapter));
  }
  return texts;
}

const selectGrantedText = prepared((db) =>
  db
    .select({ html: anyText(chapters.id, 'reader') })
    .from(chapters)
    .where(eq(chapters.id, sql.placeholder('id')))
    .prepare('read_granted_text'),
);

async function findLastPublic(db: Database, chapterId: string) {
  const [last] = await db
    .select({ html: chapterVersions.html })
    .from(chapterVersions)
    .where(and(eq(chapterVersions.chapterId, chapterId), eq(chapterVersions.kind, 'published')))
    .orderBy(desc(chapterVersions.keptAt), desc(chapterVersions.id))
    .limit(1);
  return last;
}

/** A sanitized text of a chapter. */
export type ChapterText = { id: string; html: string };

/** Inserts the texts of new chapters, all in one statement. */
export async function insertTexts(
  tx: Database,
  texts: readonly ChapterText[],
  now: Date,
): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map(({ id, html }) => ({ chapterId: id, html, updatedAt: now }));
  await tx.insert(chapterTexts).values(rows);
}

/** Replaces the texts of these chapters, all in one statement. */
export async function replaceTexts(
  tx: Database,
  texts: readonly ChapterText[],
  now: Date,
): Promise<void> {
  if (texts.length === 0) return;
  await tx.execute(sql`
    update chapter_texts set html = given.html, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given(id uuid, html text)
    where chapter_texts.chapter_id = given.id`);
}

/** Makes the working copies of these chapters their texts. */
export async function takeOverTexts(
  tx: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const isTaken = inArray(chapterTexts.chapterId, [...ids]);
  await tx
    .update(chapterTexts)
    .set({ html: chapterDrafts.html, updatedAt: now })
    .from(chapterDrafts)
    .where(and(eq(chapterTexts.chapterId, chapterDrafts.chapterId), isTaken));
}
