import { and, eq, gt, inArray, lte, notInArray, sql, type SQL } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { freeRules } from '#server/core/db/schema/free-rules.ts';
import { novelTag } from '#server/core/pagecache/tags.ts';

/** When the rule of its part, else of the novel, frees a chapter; null without a rule, or of a draft. */
const ruleInstant = (chapter: SQL): SQL => sql`
  ((${chapter}.published_at at time zone 'Europe/Paris') + make_interval(days => (
    select rule.days from free_rules as rule
    where rule.novel_id = ${chapter}.novel_id and rule.part in ('', coalesce(${chapter}.part, ''))
    order by rule.part = '' limit 1
  ))) at time zone 'Europe/Paris'`;

/**
 * Sets from when the premium chapters of a novel are free, by the rule of their part, else of the
 * novel: so many days after publication at the same time of day in Paris (decision 91). A day that
 * the author chose stays, and so does what readers have for free already; a chapter that has no price
 * any more keeps nothing of a rule. Call it in each transaction that changes
 * rules, publications, prices or parts; one statement, in which only rows that change are written.
 */
export async function applyFreeRules(tx: Database, novelId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update chapters set free_from = wanted.at, is_free_by_rule = wanted.at is not null
    from (
      select chapter.id, case when chapter.is_premium and chapter.status <> 'draft'
        then ${ruleInstant(sql`chapter`)} end as at
      from chapters as chapter
      where chapter.novel_id = ${novelId} and (chapter.free_from is null or chapter.is_free_by_rule)
    ) as wanted
    where chapters.id = wanted.id and chapters.free_from is distinct from wanted.at
      and (chapters.free_from is null or chapters.free_from > ${now.toISOString()}::timestamptz
        or chapters.status <> 'published' or not chapters.is_premium)`);
}

/**
 * Those of these chapters for which no price can be asked: readers have them for free, or would as
 * soon as they are sold, since their day is past.
 */
export async function freedByNow(
  tx: Database,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const instant = sql`${now.toISOString()}::timestamptz`;
  const rows = await tx
    .select({ id: chapters.id })
    .from(chapters)
    .where(
      and(
        inArray(chapters.id, [...ids]),
        eq(chapters.status, 'published'),
        sql`case
          when ${chapters.isPremium} or not ${chapters.isFreeByRule}
          then coalesce(${chapters.freeFrom}, ${ruleInstant(sql`${chapters}`)})
          else ${ruleInstant(sql`${chapters}`)} end <= ${instant}`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Lets a part that was renamed keep its rule: all of its chapters at once, which have the new title by
 * now and are the only ones that do. Merged into another part, they follow that one's rule or the
 * novel's. No chapter's `free_from` changes because of it.
 * @param before the chapters that got another title, as they were
 */
export async function moveRule(
  tx: Database,
  novelId: string,
  before: readonly Pick<typeof chapters.$inferSelect, 'id' | 'part'>[],
  part: string | null,
): Promise<void> {
  const [old, another] = new Set(before.map((chapter) => chapter.part));
  if (old === undefined || old === null || part === null || another !== undefined || old === part)
    return;
  await tx.execute(sql`
    update free_rules set part = ${part}
    where novel_id = ${novelId} and part = ${old}
      and not exists (
        select 1 from chapters where ${eq(chapters.novelId, novelId)} and (
          ${eq(chapters.part, old)} or (${eq(chapters.part, part)}
            and ${notInArray(
              chapters.id,
              before.map(({ id }) => id),
            )})
        )
      )
      and not exists (
        select 1 from free_rules as own where own.novel_id = ${novelId} and own.part = ${part}
      )`);
}

type Priced = Pick<typeof chapters.$inferSelect, 'part' | 'isPremium' | 'status'>;

/**
 * Whether giving these chapters of a novel another part may change from when they are free: one that
 * is sold leaves or joins a part with a rule of its own. It needs the power over prices.
 */
export async function changesFreeDays(
  tx: Database,
  novelId: string,
  before: readonly Priced[],
  part: string | null,
): Promise<boolean> {
  const moved = before.filter(
    (chapter) => chapter.isPremium && chapter.status !== 'draft' && chapter.part !== part,
  );
  const titles = moved.flatMap((chapter) => [chapter.part, part]).filter((title) => title !== null);
  if (titles.length === 0) return false;
  const rules = await tx
    .select({ part: freeRules.part })
    .from(freeRules)
    .where(and(eq(freeRules.novelId, novelId), inArray(freeRules.part, [...new Set(titles)])))
    .limit(1);
  return rules.length > 0;
}

/** Longer than the pause between two runs of the job, so that none is missed. */
const lookBackMs = 5 * 60_000;

/**
 * Drops the pages of novels of which a chapter has just become free. Pages and calls decide by the
 * clock anyway: this only ends the minute for which a page is kept.
 */
export async function dropPagesOfFreed(
  { db, changed }: Pick<App, 'db' | 'changed'>,
  now: Date,
): Promise<void> {
  const freed = await db
    .selectDistinct({ id: chapters.novelId })
    .from(chapters)
    .where(
      and(
        eq(chapters.status, 'published'),
        eq(chapters.isPremium, true),
        lte(chapters.freeFrom, now),
        gt(chapters.freeFrom, new Date(now.getTime() - lookBackMs)),
      ),
    );
  if (freed.length > 0) await changed(['home', ...freed.map(({ id }) => novelTag(id))]);
}
