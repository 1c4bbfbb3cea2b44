/** Where the entries of an inbox are, and which of them a member of a novel's team sees. */
import { eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { InboxFilter } from '#shared/contracts/studio-inbox.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { hasPowerOn } from '#server/people/novel-powers/membership.ts';

/** All novels on which this user has a role, or one of them: ask `findOwnNovel` before. */
export type InboxScope = { author: Author; novelId: string | null };

/** Rows of one kind of entries; each has an index by novel, newest first. */
export type InboxSource = {
  table: typeof inboxEntries | typeof heldComments | typeof typoReports;
  id: PgColumn;
  only: SQL;
};

const ofComments = { table: inboxEntries, id: inboxEntries.commentId };
const ofTypos = { table: typoReports, id: typoReports.id };
const openTypos: InboxSource = { ...ofTypos, only: sql`${typoReports.state} = 'open'` };

export const unanswered: InboxSource = { ...ofComments, only: isNull(inboxEntries.settledAt) };
export const held: InboxSource = {
  ...{ table: heldComments, id: heldComments.commentId },
  only: sql`true`,
};

export const inboxSources: Record<InboxFilter, readonly InboxSource[]> = {
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
export const isInScope = (db: Database, { author, novelId }: InboxScope): SQL | undefined =>
  novelId === null ? hasPowerOn(db, author, 'seeDrafts') : eq(novels.id, novelId);

/** Whether entries of a source are for this user on a row of `novels`: reports are for all roles. */
export const isForRole = (
  db: Database,
  { author, novelId }: InboxScope,
  { table }: InboxSource,
): SQL | undefined =>
  table === typoReports || (author.role === 'admin' && novelId !== null)
    ? sql`true`
    : hasPowerOn(db, author, 'comments');
