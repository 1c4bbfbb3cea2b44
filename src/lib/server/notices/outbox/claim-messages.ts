import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { outbox, releases } from '#server/core/db/schema/outbox.ts';
import { lookBackMs, pauseMs } from './due-instant.ts';

/** The channels that messages go out by. */
export type Channel = (typeof outbox.$inferSelect)['channel'];
export type OutboxRow = typeof outbox.$inferSelect;

/** What goes out at once to one person: a letter, or all that came out and is due. */
export type Message = {
  id: string;
  /** Null for a deleted account. */
  userId: string | null;
  kind: OutboxRow['kind'];
  /** Attempts before this one. */
  attempts: number;
  rows: readonly OutboxRow[];
};

/** Releases that one message tells; more of them make another one. */
const rowsOfMessageMax = 100;

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt));

/**
 * Claims what is due by a channel, letters first, for as long as the lease: nobody else sends it
 * meanwhile, and whoever comes after it does. Rows of one reader that are due together become one
 * message, which stays together for further attempts.
 */
export async function claimMessages(
  db: Database,
  channel: Channel,
  { now, leaseMs, max }: { now: Date; leaseMs: number; max: number },
): Promise<Message[]> {
  const isDue = and(eq(outbox.channel, channel), isWaiting, lte(outbox.nextAttemptAt, now));
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys.claimMessages})`);
    const first = await tx
      .select()
      .from(outbox)
      .where(isDue)
      .orderBy(asc(outbox.rank), asc(outbox.nextAttemptAt))
      .limit(max)
      .for('update', { skipLocked: true });
    const followers = [
      ...new Set(first.flatMap(({ kind, userId }) => (kind === 'release' ? (userId ?? []) : []))),
    ];
    const others =
      followers.length === 0
        ? []
        : await tx
            .select()
            .from(outbox)
            .where(and(isDue, eq(outbox.kind, 'release'), inArray(outbox.userId, followers)))
            .orderBy(asc(outbox.id))
            .limit(max * rowsOfMessageMax)
            .for('update', { skipLocked: true });
    const letters = first.filter(({ kind }) => kind !== 'release');
    const early = await putOffEarly(tx, others, now);
    const due = others.filter(({ id }) => !early.has(id));
    const messages = [...letters.map((row) => messageOf(row.id, [row])), ...grouped(due)];
    const leaseEnds = new Date(now.getTime() + leaseMs);
    const claimed = messages.flatMap(({ id, rows }) =>
      rows.map((row) => ({ id: row.id, messageId: id })),
    );
    if (claimed.length > 0) {
      await tx.execute(sql`
        update ${outbox} set message_id = given."messageId", attempts = ${outbox.attempts} + 1,
          next_attempt_at = ${sql.param(leaseEnds, outbox.nextAttemptAt)}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) as given(id uuid, "messageId" uuid)
        where ${outbox.id} = given.id`);
    }
    return messages;
  });
}

/**
 * Delays a message that is due too soon after another message about the same novel to the same reader, which
 * was sent late. @returns the ids of these rows.
 */
async function putOffEarly(
  tx: Database,
  rows: readonly OutboxRow[],
  now: Date,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const claimed = rows.map(({ id, userId, channel, payload }) => ({
    id,
    userId,
    channel,
    payload,
  }));
  const since = new Date(now.getTime() - pauseMs);
  const result = await tx.execute(sql`
    update ${outbox} set next_attempt_at = early.sent_at
      + make_interval(secs => ${pauseMs / 1_000}::double precision)
    from (
      select asked.id, max(told.sent_at) as sent_at
      from jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb)
        as asked(id uuid, "userId" uuid, channel text, payload jsonb)
      join ${releases} as released on released.id = (asked.payload ->> 'releaseId')::uuid
      join ${releases} as earlier on earlier.novel_id = released.novel_id and earlier.id <> released.id
        and earlier.released_at > ${sql.param(new Date(now.getTime() - lookBackMs), outbox.sentAt)}
      join ${outbox} as told on told.deduplication_key
        = concat_ws(':', 'release', earlier.id, asked."userId", asked.channel)
      where told.sent_at > ${sql.param(since, outbox.sentAt)}
      group by asked.id) as early
    where ${outbox.id} = early.id
    returning ${outbox.id} as id`);
  return new Set(earlySchema.parse(result).rows.map(({ id }) => id));
}

const earlySchema = z.object({ rows: z.array(z.object({ id: z.string() })) });

function messageOf(id: string, rows: readonly OutboxRow[]): Message {
  const [first] = rows;
  if (!first) throw new Error('a message has rows');
  const { userId, kind, attempts } = first;
  return { id, userId, kind, attempts, rows };
}

/** Rows that were sent together before, and for each reader those that were never tried. */
function grouped(rows: readonly OutboxRow[]): Message[] {
  const groups = Map.groupBy(rows, ({ messageId, userId }) => messageId ?? `new ${userId}`);
  return [...groups.values()].map((group) => {
    const together = group.slice(0, rowsOfMessageMax);
    const [first] = together;
    return messageOf(first?.messageId ?? first?.id ?? '', together);
  });
}

/** Notes that a message was sent. */
export function noteSent(db: Database, { id }: Message, now: Date) {
  // The address of a deleted account is of no more use.
  return db
    .update(outbox)
    .set({ sentAt: now, failure: '', payload: sql`${outbox.payload} - 'address'` })
    .where(and(eq(outbox.messageId, id), isWaiting));
}

/** Ends a message that will never be sent; `failure` says why. */
export function noteFailed(db: Database, { id }: Message, failure: string, now: Date) {
  return db
    .update(outbox)
    .set({ failedAt: now, failure, payload: sql`${outbox.payload} - 'address'` })
    .where(and(eq(outbox.messageId, id), isWaiting));
}

/** Puts a message off; the attempt counts, unless it was none (`isUntried`). */
export function putOff(
  db: Database,
  { id }: Message,
  {
    until,
    failure = '',
    isUntried = false,
  }: { until: Date; failure?: string; isUntried?: boolean },
) {
  return db
    .update(outbox)
    .set({
      nextAttemptAt: until,
      failure,
      // Never sent: it may still be put together with others.
      ...(isUntried && {
        attempts: sql`${outbox.attempts} - 1`,
        messageId: sql`case when ${outbox.attempts} > 1 then ${outbox.messageId} end`,
      }),
    })
    .where(and(eq(outbox.messageId, id), isWaiting));
}
