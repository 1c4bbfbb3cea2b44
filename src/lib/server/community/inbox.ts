import { and, inArray, or, sql, type SQL, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inboxCountMax, inboxNovelsMax, inboxPageSize } from '#shared/constants.ts';
import type { InboxEntry, InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { hasPowerOn } from '#server/people/novel-powers/membership.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import { readInboxEntries } from './inbox-entries.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** Where the entries of an inbox are, and which of them a member of a novel's team sees. */

/** All novels on which this user has a role, or one of them: ask `findOwnNovel` before. */
type InboxScope = { author: Author; novelId: string | null };

/** Rows of one kind of entries; each has an index by novel, newest first. */
type InboxSource = {
  table: typeof inboxEntries | typeof heldComments | typeof typoReports;
  id: PgColumn;
  only: SQL;
};

const ofComments = { table: inboxEntries, id: inboxEntries.commentId };
const ofTypos = { table: typoReports, id: typoReports.id };
const openTypos: InboxSource = { ...ofTypos, only: sql`${typoReports.state} = 'open'` };

const unanswered: InboxSource = { ...ofComments, only: isNull(inboxEntries.settledAt) };
const held: InboxSource = {
  table: heldComments,
  id: heldComments.commentId,
  only: sql`true`,
};

const inboxSources: Record<InboxFilter, readonly InboxSource[]> = {
  all: [
    { ...ofComments, only: sql`true` },
    { ...ofTypos, only: sql`true` },
  ],
  unread: [
    { ...ofComments, only: isNull(inboxEntries.readAt) },
    { ...ofTypos, only: isNull(typoReports.readAt) },
  ],
  waiting: [unanswered, openTypos],
  held: [held],
  typos: [openTypos],
};

/** Whether a row of `novels` is of the inbox. */
const isInScope = (db: Database, { author, novelId }: InboxScope): SQL | undefined =>
  novelId === null ? hasPowerOn(db, author, 'seeDrafts') : eq(novels.id, novelId);

/** Whether entries of a source are for this user on a row of `novels`: reports are for all roles. */
const isForRole = (
  db: Database,
  { author, novelId }: InboxScope,
  { table }: InboxSource,
): SQL | undefined =>
  table === typoReports || (author.role === 'admin' && novelId !== null)
    ? sql`true`
    : hasPowerOn(db, author, 'comments');

/** Which novels, and which entries. */
export type InboxWanted = { scope: InboxScope; filter: InboxFilter; after: Cursor | null };

const positionSchema = z.object({
  rows: z.array(z.object({ id: z.uuid(), createdAt: z.coerce.date() })),
});

/** A page of an inbox, newest first. Of each novel at most a page of each kind is looked at. */
export async function listInboxPage(
  db: Database,
  { scope, filter, after }: InboxWanted,
): Promise<{ entries: InboxEntry[]; next: Cursor | null }> {
  const limit = sql.raw(String(inboxPageSize + 1));
  const newestOf = (source: InboxSource): SQL => {
    const { table, id, only } = source;
    const isAfter = after
      ? sql`(${table.createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    return sql`(select ${id} as id, ${table.createdAt} as created_at from ${table}
      where ${table.novelId} = ${novels.id} and ${isForRole(db, scope, source)}
        and ${only} and ${isAfter}
      order by ${table.createdAt} desc, ${id} desc limit ${limit})`;
  };
  const newest = sql.join(inboxSources[filter].map(newestOf), sql` union all `);
  const result = await db.execute(sql`
    select page.id, page.created_at as "createdAt"
    from ${novels} cross join lateral (${newest}) as page
    where ${isInScope(db, scope)}
    order by page.created_at desc, page.id desc limit ${limit}`);
  const { rows } = positionSchema.parse(result);
  const shown = rows.slice(0, inboxPageSize);
  const entries = await readInboxEntries(
    db,
    scope.author,
    shown.map(({ id }) => id),
  );
  return { entries, next: rows.length > shown.length ? (shown.at(-1) ?? null) : null };
}

/** How many of these sources' rows a novel has, up to a bound. */
const countRows = (
  counted: readonly InboxSource[],
  rowsOf: (source: InboxSource) => SQL,
): SQL<number> => {
  const bound = sql.raw(`limit ${inboxCountMax}`);
  const rows = sql.join(
    counted.map((source) => sql`(${rowsOf(source)} ${bound})`),
    sql` union all `,
  );
  return sql`(select count(*)::int from (select 1 from (${rows}) as rows ${bound}) as found)`;
};

/** How many entries are unread, wait for an answer, for approval, or are open reports; bounded. */
export async function countInbox(db: Database, scope: InboxScope): Promise<InboxPage['counts']> {
  const count = (filter: InboxFilter): SQL =>
    countRows(
      inboxSources[filter],
      (source) => sql`select 1 from ${novels} join ${source.table}
        on ${source.table.novelId} = ${novels.id}
        where ${isInScope(db, scope)} and ${isForRole(db, scope, source)} and ${source.only}`,
    );
  const result = await db.execute(sql`select ${count('unread')} as unread,
    ${count('waiting')} as waiting, ${count('held')} as held, ${count('typos')} as typos`);
  const [counts] = countsSchema.parse(result).rows;
  return counts;
}

const countsSchema = z.object({
  rows: z.tuple([z.object({ unread: z.int(), waiting: z.int(), held: z.int(), typos: z.int() })]),
});

/** The novels that have entries for a user, by title. */
export async function listInboxNovels(db: Database, author: Author): Promise<InboxPage['novels']> {
  const scope = { author, novelId: null };
  const hasEntries = (source: InboxSource) =>
    and(
      isForRole(db, scope, source),
      sql`exists (select from ${source.table} where ${source.table.novelId} = ${novels.id})`,
    );
  return db
    .select({ _id: novels.id, title: novels.title })
    .from(novels)
    .where(and(hasPowerOn(db, author, 'seeDrafts'), or(...inboxSources.all.map(hasEntries))))
    .orderBy(inFrench(novels.title), novels.id)
    .limit(inboxNovelsMax);
}

/** What waits for a novel's team: comments to answer and to approve, reports of typos. */
export type Waiting = { answer: number; approval: number; typos: number };

/** For each of these novels, how much waits, up to a bound. */
export async function countWaiting(
  db: Database,
  novelIds: readonly string[],
): Promise<Map<string, Waiting>> {
  const count = (...counted: InboxSource[]) =>
    countRows(
      counted,
      ({ table, only }) =>
        sql`select 1 from ${table} where ${table.novelId} = ${novels.id} and ${only}`,
    );
  const rows = await db
    .select({
      id: sql<string>`${novels.id}`,
      answer: count(unanswered),
      approval: count(held),
      typos: count(...inboxSources.typos),
    })
    .from(novels)
    .where(inArray(novels.id, [...novelIds]));
  return new Map(rows.map(({ id, ...waiting }) => [id, waiting]));
}

/** What waits of a novel for who has this role: comments are for roles that answer them. */
export function waitingFor(role: NovelRole, all: Waiting = nothingWaits): Waiting {
  return may(role, 'comments') ? all : { ...nothingWaits, typos: all.typos };
}

const nothingWaits: Waiting = { answer: 0, approval: 0, typos: 0 };
