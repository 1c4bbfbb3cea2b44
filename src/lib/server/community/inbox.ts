import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { inboxCountMax, inboxNovelsMax, inboxPageSize } from '#shared/constants.ts';
import type { InboxEntry, InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { heldComments, inboxEntries } from '../db/schema/conversation.ts';
import type { Author } from '../publishing/studio/own-work.ts';
import { hasPowerOn } from '../publishing/team/membership.ts';
import { readInboxEntries } from './inbox-entries.ts';
import type { CommentCursor } from './list-comments.ts';

/** Which novels (all on which this user answers comments, or one of them), and which entries. */
export type InboxWanted = {
  scope: { author: Author } | { novelId: string };
  filter: InboxFilter;
  after: CommentCursor | null;
};

/** The novels of an inbox. */
const isInScope = (db: Database, scope: InboxWanted['scope']): SQL | undefined =>
  'novelId' in scope ? eq(novels.id, scope.novelId) : hasPowerOn(db, scope.author, 'comments');

/** For each filter, where its rows are and which they are; each has an index. */
const sources: Record<
  InboxFilter,
  { table: typeof inboxEntries | typeof heldComments; only: SQL }
> = {
  all: { table: inboxEntries, only: sql`true` },
  unread: { table: inboxEntries, only: isNull(inboxEntries.readAt) },
  waiting: { table: inboxEntries, only: isNull(inboxEntries.settledAt) },
  held: { table: heldComments, only: sql`true` },
};

const positionSchema = z.object({
  rows: z.array(z.object({ id: z.uuid(), createdAt: z.coerce.date() })),
});

/** A page of an inbox, newest first. Of each novel at most a page is looked at. */
export async function listInboxPage(
  db: Database,
  callerId: string,
  { scope, filter, after }: InboxWanted,
): Promise<{ entries: InboxEntry[]; next: CommentCursor | null }> {
  const { table, only } = sources[filter];
  const isAfter = after
    ? sql`(${table.createdAt}, ${table.commentId}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const limit = sql.raw(String(inboxPageSize + 1));
  const result = await db.execute(sql`
    select page.comment_id as id, page.created_at as "createdAt"
    from ${novels} cross join lateral (
      select ${table.commentId}, ${table.createdAt} from ${table}
      where ${table.novelId} = ${novels.id} and ${only} and ${isAfter}
      order by ${table.createdAt} desc, ${table.commentId} desc limit ${limit}
    ) as page
    where ${isInScope(db, scope)}
    order by page.created_at desc, page.comment_id desc limit ${limit}`);
  const { rows } = positionSchema.parse(result);
  const shown = rows.slice(0, inboxPageSize);
  const entries = await readInboxEntries(
    db,
    callerId,
    shown.map(({ id }) => id),
  );
  return { entries, next: rows.length > shown.length ? (shown.at(-1) ?? null) : null };
}

/** How many entries are unread, wait for an answer and for approval, each up to a bound. */
export async function countInbox(
  db: Database,
  scope: InboxWanted['scope'],
): Promise<InboxPage['counts']> {
  const count = (filter: InboxFilter): SQL => {
    const { table, only } = sources[filter];
    return sql`(select count(*)::int from (
      select 1 from ${novels} join ${table} on ${table.novelId} = ${novels.id}
      where ${isInScope(db, scope)} and ${only} limit ${sql.raw(String(inboxCountMax))}) as found)`;
  };
  const result = await db.execute(sql`select ${count('unread')} as unread,
    ${count('waiting')} as waiting, ${count('held')} as held`);
  const [counts] = countsSchema.parse(result).rows;
  return counts;
}

const countsSchema = z.object({
  rows: z.tuple([z.object({ unread: z.int(), waiting: z.int(), held: z.int() })]),
});

/** The novels that have entries and on which a user answers them, by title. */
export async function listInboxNovels(db: Database, author: Author): Promise<InboxPage['novels']> {
  return db
    .select({ _id: novels.id, title: novels.title })
    .from(novels)
    .where(
      and(
        hasPowerOn(db, author, 'comments'),
        sql`exists (select from ${inboxEntries} where ${inboxEntries.novelId} = ${novels.id})`,
      ),
    )
    .orderBy(novels.title, novels.id)
    .limit(inboxNovelsMax);
}

/** For each of these novels, how many comments wait for an answer and for approval, up to a bound. */
export async function countWaiting(
  db: Database,
  novelIds: readonly string[],
): Promise<Map<string, { answer: number; approval: number }>> {
  const count = ({ table, only }: (typeof sources)[InboxFilter]) => sql<number>`(
    select count(*)::int from (select 1 from ${table}
      where ${table.novelId} = ${novels.id} and ${only}
      limit ${sql.raw(String(inboxCountMax))}) as found)`;
  const rows = await db
    .select({
      id: sql<string>`${novels.id}`,
      answer: count(sources.waiting),
      approval: count(sources.held),
    })
    .from(novels)
    .where(inArray(novels.id, [...novelIds]));
  return new Map(rows.map(({ id, ...waiting }) => [id, waiting]));
}
