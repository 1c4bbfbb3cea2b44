import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { parisDay } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import { isAnnouncedAs } from '#server/catalogue/listings.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { noticePaces, noticeSettings, outbox, releases } from '#server/core/db/schema/outbox.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import { notifyNameHolders } from './notify-name-holders.ts';
import { dueInstant, lookBackMs, pauseMs, type Pace, type QuietHours } from './due-instant.ts';

/** Followers who are looked at in one transaction. */
const batchFollowers = 500;
/** At least, between two batches; as long as the last one took, so that pages have half of the time. */
const restMs = 50;

/** Releases of a novel that are told at once on one day in Paris; the others wait for the evening's digest. */
const atOncePerDay = 4;
const releasesLookedAt = 50;

type World = Pick<App, 'db' | 'clock' | 'metrics'>;

/** A background job that makes all of them, batch by batch. */
export async function expandAllReleases(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedMs = performance.now();
    if (!(await expandReleases(world))) return;
    await sleep(Math.max(restMs, performance.now() - startedMs));
  }
}

/**
 * Makes the outbox's rows of one batch of followers of the oldest release, in one transaction that
 * also notes how far it is: a killed process goes on there. Safe on several instances at once.
 * @returns whether there may be more to do.
 */
export function expandReleases({ db, clock, metrics }: World): Promise<boolean> {
  return db.transaction(async (tx) => {
    await notifyNameHolders(tx, clock.now());
    const [release] = await tx
      .select({
        id: releases.id,
        novelId: releases.novelId,
        releasedAt: releases.releasedAt,
        expandedUpTo: releases.expandedUpTo,
        isOfLeaving: releases.isOfLeaving,
        ownerId: novels.ownerId,
        authorSlug: announcedSlug(novels.authorName),
        translatorSlug: announcedSlug(novels.translatorName),
      })
      .from(releases)
      .innerJoin(novels, eq(novels.id, releases.novelId))
      .where(isNull(releases.expandedAt))
      .orderBy(asc(releases.releasedAt))
      .limit(1)
      .for('update', { of: releases, skipLocked: true });
    if (!release) return false;
    const now = clock.now();
    const earlier = await listEarlier(tx, release);
    const isSameDay = (one: Date) => parisDay(one) === parisDay(release.releasedAt);
    const today = earlier.filter(({ releasedAt }) => isSameDay(releasedAt)).length;
    const isAtOnce = today < atOncePerDay;
    if (release.expandedUpTo === null) metrics.countRelease(isAtOnce ? 'at_once' : 'evening');
    const followers = await nextFollowers(
      tx,
      release,
      earlier.map(({ id }) => id),
    );
    const notified = followers.filter(({ id, isNotified }) => isNotified && id !== release.ownerId);
    await insertRows(tx, rowsOf(release.id, notified, { now, isAtOnce }), now);
    const last = followers.at(-1);
    await tx
      .update(releases)
      .set(
        followers.length === batchFollowers && last
          ? { expandedUpTo: last.id }
          : { expandedAt: now },
      )
      .where(eq(releases.id, release.id));
    return true;
  });
}

/** The slug of a name whose followers are told of the novel; '' for a name that its owner does not hold. */
const announcedSlug = (name: typeof novels.authorName | typeof novels.translatorName) =>
  sql<string>`case when ${isAnnouncedAs(slugOf(name))} then ${slugOf(name)} else '' end`;

/** The novel's releases of the last days before this one, the last ones first. */
function listEarlier(
  tx: Database,
  { id, novelId, releasedAt }: { id: string; novelId: string; releasedAt: Date },
): Promise<{ id: string; releasedAt: Date }[]> {
  return tx
    .select({ id: releases.id, releasedAt: releases.releasedAt })
    .from(releases)
    .where(
      and(
        eq(releases.novelId, novelId),
        gt(releases.releasedAt, new Date(releasedAt.getTime() - lookBackMs)),
        // Of the same instant, the one that was made before.
        sql`(${releases.releasedAt}, ${releases.id})
          < (${sql.param(releasedAt, releases.releasedAt)}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(desc(releases.releasedAt))
    .limit(releasesLookedAt);
}

type Follower = {
  id: string;
  isNotified: boolean;
  /** When the last message about this novel was sent, or is due; null for none. */
  last: Record<'email' | 'push', Last>;
  emailPace: Pace;
  pushPace: Pace;
  quiet: QuietHours | null;
};

type Novel = {
  novelId: string;
  authorSlug: string;
  translatorSlug: string;
  expandedUpTo: string | null;
  isOfLeaving: boolean;
};

/**
 * The next followers of a novel or of its author or translator by their ids, of a withdrawal those who
 * have unlocked a chapter too, and what they asked for. What they chose for the novel itself goes before what they chose for a person.
 */
async function nextFollowers(
  tx: Database,
  novel: Novel,
  earlierIds: readonly string[],
): Promise<Follower[]> {
  const { novelId, authorSlug, translatorSlug, expandedUpTo, isOfLeaving } = novel;
  const limit = sql.raw(String(batchFollowers));
  const after = (column: PgColumn) =>
    expandedUpTo === null ? sql`true` : sql`${column} > ${expandedUpTo}::uuid`;
  const ofAuthor = (slug: string) => sql`(
    select ${followedAuthors.userId} as id, null::boolean as novel_muted, ${followedAuthors.isMuted} as author_muted
    from ${followedAuthors} where ${followedAuthors.authorSlug} = ${slug} and ${after(followedAuthors.userId)}
    order by ${followedAuthors.userId} limit ${limit})`;
  const people = [...new Set([authorSlug, translatorSlug])].filter((slug) => slug !== '');
  const lists = [
    sql`(select ${favorites.userId} as id, ${favorites.isMuted} as novel_muted, null::boolean as author_muted
      from ${favorites} where ${favorites.novelId} = ${novelId}::uuid and ${after(favorites.userId)}
      order by ${favorites.userId} limit ${limit})`,
    ...people.map(ofAuthor),
    ...(isOfLeaving
      ? [
          sql`(select distinct ${unlocks.userId} as id, null::boolean as novel_muted, null::boolean as author_muted
          from ${unlocks} join ${chapters} on ${chapters.id} = ${unlocks.chapterId}
          where ${chapters.novelId} = ${novelId}::uuid and ${after(unlocks.userId)}
          order by ${unlocks.userId} limit ${limit})`,
        ]
      : []),
  ];
  const result = await tx.execute(sql`
    select page.id, coalesce(not page.novel_muted, not page.author_muted, true) as "isNotified",
      coalesce(settings.email_pace, 'off') as "emailPace",
      coalesce(settings.push_pace, 'off') as "pushPace",
      settings.quiet_from_hour as "fromHour", settings.quiet_until_hour as "untilHour",
      last.rows as "lastRows"
    from (select id, bool_or(novel_muted) as novel_muted, bool_and(author_muted) as author_muted
      from (${sql.join(lists, sql` union all `)}) as listed
      group by id order by id limit ${limit}) as page
    left join ${noticeSettings} as settings on settings.user_id = page.id
    left join lateral (
      select jsonb_object_agg(channel, jsonb_build_object('sentAt', sent_at, 'dueAt', due_at, 'isBegun', is_begun)) as rows
      from (
        select told.channel, max(told.sent_at) as sent_at,
          max(told.due_at) filter (where told.sent_at is null) as due_at,
          bool_or(told.message_id is not null) as is_begun
        from jsonb_array_elements_text(${JSON.stringify(earlierIds)}::jsonb) as earlier(id)
        cross join (values ('email'), ('push')) as by(channel)
        join ${outbox} as told on told.failed_at is null
          and told.deduplication_key = concat_ws(':', 'release', earlier.id, page.id, by.channel)
        group by told.channel) as grouped) as last on true
    order by page.id`);
  return rowsSchema.parse(result).rows.map(({ fromHour, untilHour, lastRows, ...row }) => ({
    ...row,
    last: { email: lastRows?.email ?? null, push: lastRows?.push ?? null },
    quiet: fromHour === null || untilHour === null ? null : { fromHour, untilHour },
  }));
}

const paceSchema = z.enum(noticePaces);
const toDate = (text: string | null) => (text === null ? null : new Date(text));
const lastSchema = z
  .object({
    sentAt: z.string().nullable().transform(toDate),
    dueAt: z.string().nullable().transform(toDate),
    /** An attempt was made; what was never tried is sent together with what is due now. */
    isBegun: z.boolean(),
  })
  .optional();
type Last = z.infer<typeof lastSchema> | null;
const rowsSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      isNotified: z.boolean(),
      emailPace: paceSchema,
      pushPace: paceSchema,
      fromHour: z.int().nullable(),
      untilHour: z.int().nullable(),
      lastRows: z.object({ email: lastSchema, push: lastSchema }).nullable(),
    }),
  ),
});

type OutboxRow = {
  id: string;
  userId: string;
  channel: 'email' | 'push';
  key: string;
  payload: { releaseId: string };
  dueAt: string;
};

/** One parameter for all of them: thousands would take the processor from pages. */
async function insertRows(tx: Database, rows: readonly OutboxRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${outbox} (id, kind, channel, rank, user_id, deduplication_key, payload, due_at,
      next_attempt_at, created_at)
    select id, 'release', channel, 1, "userId", key, payload, "dueAt", "dueAt",
      ${sql.param(now, outbox.createdAt)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      id uuid, channel text, "userId" uuid, key text, payload jsonb, "dueAt" timestamptz)
    on conflict (deduplication_key) do nothing`);
}

function rowsOf(
  releaseId: string,
  notified: readonly Follower[],
  { now, isAtOnce }: { now: Date; isAtOnce: boolean },
): OutboxRow[] {
  // Many have the same wishes.
  const known = new Map<string, Date>();
  const dueFor = (
    pace: Exclude<Pace, 'off'>,
    { quiet, last }: { quiet: QuietHours | null; last: Last },
  ): Date => {
    const wanted = pace === 'at_once' && !isAtOnce ? 'daily' : pace;
    const from = wanted === 'at_once' ? afterPause(last, now) : now;
    const key = `${wanted} ${quiet?.fromHour} ${quiet?.untilHour} ${from.getTime()}`;
    const due = known.get(key) ?? dueInstant(wanted, quiet, from);
    known.set(key, due);
    return due;
  };
  return notified.flatMap(({ id: userId, emailPace, pushPace, quiet, last }) =>
    (
      [
        ['email', emailPace],
        ['push', pushPace],
      ] as const
    ).flatMap(([channel, pace]) => {
      if (pace === 'off') return [];
      const dueAt = dueFor(pace, { quiet, last: last[channel] });
      return {
        id: uuidv7(),
        userId,
        channel,
        key: `release:${releaseId}:${userId}:${channel}`,
        payload: { releaseId },
        dueAt: dueAt.toISOString(),
      };
    }),
  );
}

/** Now, or together with a message that waits for less than the pause, or a pause after the last one. */
function afterPause(last: Last, now: Date): Date {
  if (!last) return now;
  const waitsMs = last.dueAt === null ? 0 : last.dueAt.getTime() - now.getTime();
  if (last.dueAt !== null && waitsMs > 0 && waitsMs <= pauseMs) return last.dueAt;
  const begunMs = waitsMs > 0 || !last.isBegun ? 0 : (last.dueAt?.getTime() ?? 0);
  const before = Math.max(last.sentAt?.getTime() ?? 0, begunMs);
  return new Date(Math.max(now.getTime(), before + pauseMs));
}
