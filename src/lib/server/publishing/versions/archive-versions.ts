import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/app.ts';
import { anyText } from '#server/catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import type { chapters } from '#server/core/db/schema/catalogue.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';

/** Saves of one writer within this time are one version: the last of them. */
const stretchMs = 600_000;

/** What a chapter keeps of its saves, in versions and in bytes: beyond it, the oldest go. */
const savesMax = 200;
const savedBytesMax = 20_000_000;

/** How long every kept save stays; later the last of each day, and then none. */
const allSavesMs = 2 * 86_400_000;
const dailySavesMs = 90 * 86_400_000;

/**
 * Keeps the texts of those chapters that are published and differ from the version published last. One
 * that was published or saved before is not stored again: its version becomes the last published. To be
 * called in the transaction that publishes or changes them, after it has written them. `writtenBy`: one
 * person, or a column of the chapters that says who.
 */
export async function archivePublished(
  tx: Database,
  chapterIds: readonly string[],
  writtenBy: string | null | typeof chapters.scheduledBy,
  now: Date,
): Promise<void> {
  if (chapterIds.length === 0) return;
  const at = sql`${sql.param(now, chapterVersions.keptAt)}::timestamptz`;
  await tx.execute(sql`
    with published as (
      select chapters.id as chapter_id, chapters.title, public_text.html, chapters.word_count,
        ${writtenBy}::uuid as written_by, stored.id as stored_id
      from chapters
      cross join lateral (select ${anyText(sql`chapters.id`, 'inside')} as html) as public_text
      left join lateral (
        select title, html from chapter_versions
        where chapter_id = chapters.id and kind = 'published'
        order by kept_at desc, id desc limit 1) as last on true
      left join lateral (
        select id from chapter_versions
        where chapter_id = chapters.id and title = chapters.title and html = public_text.html
        order by kind = 'published' desc, kept_at desc, id desc limit 1) as stored on true
      where chapters.id in (select value::uuid
          from jsonb_array_elements_text(${JSON.stringify(chapterIds)}::jsonb))
        and chapters.status = 'published' and public_text.html is not null
        and (last.title, last.html) is distinct from (chapters.title, public_text.html)),
    again as (
      update chapter_versions as stored set kind = 'published', kept_at = ${at},
        written_by = published.written_by,
        begun_at = case when stored.kind = 'saved' then ${at} else stored.begun_at end
      from published where stored.id = published.stored_id)
    insert into chapter_versions
      (id, chapter_id, kind, title, html, word_count, written_by, begun_at, kept_at)
    select gen_random_uuid(), chapter_id, 'published', title, html, word_count, written_by, ${at}, ${at}
    from published where stored_id is null`);
  await archiveBeside(tx, chapterIds);
}

/** A saved working copy. */
export type SavedText = { title: string; html: string; wordCount: number };

/**
 * Keeps a saved working copy, unless a version of the chapter has the same text already: it replaces
 * the one that the same writer saved last, within ten minutes. Only where that one is what it replaced:
 * another may have been restored since. `isStep`: it stands by itself, as what a version was restored
 * to.
 */
export async function archiveSaved(
  tx: Database,
  chapterId: string,
  text: SavedText,
  {
    writtenBy,
    now,
    replaced = null,
    isStep = false,
  }: {
    writtenBy: string;
    now: Date;
    replaced?: Pick<SavedText, 'title' | 'html'> | null;
    isStep?: boolean;
  },
): Promise<void> {
  const { title, html } = text;
  const isSame = and(
    eq(chapterVersions.chapterId, chapterId),
    eq(chapterVersions.title, title),
    eq(chapterVersions.html, html),
  );
  const [same] = await tx
    .select({ id: chapterVersions.id })
    .from(chapterVersions)
    .where(isSame)
    .limit(1);
  if (same) return;
  const [last] = isStep
    ? []
    : await tx
        .select()
        .from(chapterVersions)
        .where(
          and(
            eq(chapterVersions.chapterId, chapterId),
            eq(chapterVersions.writtenBy, writtenBy),
            gt(chapterVersions.begunAt, new Date(now.getTime() - stretchMs)),
          ),
        )
        .orderBy(desc(chapterVersions.keptAt), desc(chapterVersions.id))
        .limit(1);
  const isNext =
    replaced === null || (last?.title === replaced.title && last.html === replaced.html);
  if (last?.kind === 'saved' && isNext) {
    const { id } = last;
    await tx
      .update(chapterVersions)
      .set({ ...text, keptAt: now })
      .where(eq(chapterVersions.id, id));
    await archiveBeside(tx, [chapterId]);
    return;
  }
  await tx.insert(chapterVersions).values({
    id: uuidv7(),
    chapterId,
    kind: 'saved',
    ...text,
    writtenBy,
    begunAt: now,
    keptAt: now,
  });
  await archiveBeside(tx, [chapterId]);
  await dropOldest(tx, chapterId);
}

/** Writes into the last version of chapters what now stands beside their texts (decision 156). */
export async function archiveBeside(tx: Database, chapterIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update chapter_versions as version set recap = beside.recap, "cast" = beside."cast"
    from (
      select distinct on (last.chapter_id) last.id, coalesce(notes.recap, '') as recap,
        coalesce(notes."cast", '') as "cast"
      from chapter_versions as last
      left join chapter_notes as notes on notes.chapter_id = last.chapter_id
      where last.chapter_id in (select value::uuid
        from jsonb_array_elements_text(${JSON.stringify(chapterIds)}::jsonb))
      order by last.chapter_id, last.kept_at desc, last.id desc) as beside
    where version.id = beside.id
      and (version.recap, version."cast") is distinct from (beside.recap, beside."cast")`);
}

/** Deletes the oldest saves beyond what a chapter keeps. Published versions stay. */
async function dropOldest(tx: Database, chapterId: string): Promise<void> {
  await tx.execute(sql`
    delete from chapter_versions where id in (
      select id from (
        select id, row_number() over newest as place,
          sum(octet_length(html)) over newest as bytes
        from chapter_versions where chapter_id = ${chapterId}::uuid and kind = 'saved'
        window newest as (order by kept_at desc, id desc)) as counted
      where place > ${savesMax} or (place > 1 and bytes > ${savedBytesMax}))`);
}

/**
 * Keeps a working copy that is about to be replaced, where no version has it any more: an imported
 * draft, or one whose save was thinned out.
 */
export async function archiveReplaced(
  tx: Database,
  chapterId: string,
  { title, html, wordCount }: SavedText,
  now: Date,
): Promise<void> {
  if (wordCount === 0) return;
  const at = sql`${sql.param(now, chapterVersions.keptAt)}::timestamptz`;
  await tx.execute(sql`
    insert into chapter_versions (id, chapter_id, kind, title, html, word_count, begun_at, kept_at)
    select ${uuidv7()}::uuid, ${chapterId}::uuid, 'saved', ${title}::text, ${html}::text,
      ${wordCount}::int, ${at}, ${at}
    where not exists (select from chapter_versions
      where chapter_id = ${chapterId}::uuid and title = ${title}::text and html = ${html}::text)`);
  await dropOldest(tx, chapterId);
}

/**
 * Thins kept saves: after two days the last of each day in Paris is left, after ninety days none.
 * Published versions stay. Safe to run at any time, by several instances.
 */
export async function thinSaves({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) =>
    sql`${new Date(clock.now().getTime() - ms).toISOString()}::timestamptz`;
  await db.execute(sql`
    delete from chapter_versions where kind = 'saved' and kept_at < ${before(dailySavesMs)}`);
  await db.execute(sql`
    delete from chapter_versions as early where kind = 'saved' and kept_at < ${before(allSavesMs)}
      and exists (select from chapter_versions as late
        where late.chapter_id = early.chapter_id and late.kind = 'saved'
          and late.written_by is not distinct from early.written_by
          and (late.kept_at, late.id) > (early.kept_at, early.id)
          and late.kept_at < ${before(allSavesMs)}
          and (late.kept_at at time zone 'Europe/Paris')::date
            = (early.kept_at at time zone 'Europe/Paris')::date)`);
}
