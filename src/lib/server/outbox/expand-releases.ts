import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { novels, slugOf } from '../db/schema/catalogue.ts';
import { noticePaces, noticeSettings, outbox, releases } from '../db/schema/outbox.ts';
import { favorites, followedAuthors } from '../db/schema/reading.ts';
import { dueInstant, type Pace, type QuietHours } from './due-instant.ts';

/** Followers who are looked at in one transaction. */
const batchFollowers = 500;
/** At least, between two batches; as long as the last one took, so that pages have half of the time. */
const restMs = 50;

type World = Pick<App, 'db' | 'clock'>;

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
export function expandReleases({ db, clock }: World): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [release] = await tx
      .select({
        id: releases.id,
        novelId: releases.novelId,
        expandedUpTo: releases.expandedUpTo,
        ownerId: novels.ownerId,
        authorSlug: slugOf(novels.authorName),
        translatorSlug: sql<string>`case when ${novels.translatorName} = '' then '' else ${slugOf(novels.translatorName)} end`,
      })
      .from(releases)
      .innerJoin(novels, eq(novels.id, releases.novelId))
      .where(isNull(releases.expandedAt))
      .orderBy(asc(releases.releasedAt))
      .limit(1)
      .for('update', { of: releases, skipLocked: true });
    if (!release) return false;
    const now = clock.now();
    const followers = await nextFollowers(tx, release);
    const told = followers.filter(({ id, isTold }) => isTold && id !== release.ownerId);
    await insertRows(tx, rowsOf(release.id, told, now), now);
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

type Follower = {
  id: string;
  isTold: boolean;
  emailPace: Pace;
  pushPace: Pace;
  quiet: QuietHours | null;
};

type Novel = {
  novelId: string;
  authorSlug: string;
  translatorSlug: string;
  expandedUpTo: string | null;
};

/**
 * The next followers of a novel or of its author or translator by their ids, and what they asked for.
 * What they chose for the novel itself goes before what they chose for a person.
 */
async function nextFollowers(tx: Database, novel: Novel): Promise<Follower[]> {
  const { novelId, authorSlug, translatorSlug, expandedUpTo } = novel;
  const limit = sql.raw(String(batchFollowers));
  const after = (column: typeof favorites.userId | typeof followedAuthors.userId) =>
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
  ];
  const result = await tx.execute(sql`
    select page.id, coalesce(not page.novel_muted, not page.author_muted) as "isTold",
      coalesce(settings.email_pace, 'off') as "emailPace",
      coalesce(settings.push_pace, 'off') as "pushPace",
      settings.quiet_from_hour as "fromHour", settings.quiet_until_hour as "untilHour"
    from (select id, bool_or(novel_muted) as novel_muted, bool_and(author_muted) as author_muted
      from (${sql.join(lists, sql` union all `)}) as listed
      group by id order by id limit ${limit}) as page
    left join ${noticeSettings} as settings on settings.user_id = page.id
    order by page.id`);
  return rowsSchema.parse(result).rows.map(({ fromHour, untilHour, ...row }) => ({
    ...row,
    quiet: fromHour === null || untilHour === null ? null : { fromHour, untilHour },
  }));
}

const paceSchema = z.enum(noticePaces);
const rowsSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      isTold: z.boolean(),
      emailPace: paceSchema,
      pushPace: paceSchema,
      fromHour: z.int().nullable(),
      untilHour: z.int().nullable(),
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

function rowsOf(releaseId: string, told: readonly Follower[], now: Date): OutboxRow[] {
  // Many have the same wishes.
  const known = new Map<string, Date>();
  const dueFor = (pace: Exclude<Pace, 'off'>, quiet: QuietHours | null): Date => {
    const key = `${pace} ${quiet?.fromHour} ${quiet?.untilHour}`;
    const due = known.get(key) ?? dueInstant(pace, quiet, now);
    known.set(key, due);
    return due;
  };
  return told.flatMap(({ id: userId, emailPace, pushPace, quiet }) =>
    (
      [
        ['email', emailPace],
        ['push', pushPace],
      ] as const
    ).flatMap(([channel, pace]) => {
      if (pace === 'off') return [];
      const dueAt = dueFor(pace, quiet);
      return {
        ...{ id: uuidv7(), userId, channel },
        key: `release:${releaseId}:${userId}:${channel}`,
        payload: { releaseId },
        dueAt: dueAt.toISOString(),
      };
    }),
  );
}
