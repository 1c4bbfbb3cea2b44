/** People who work on a novel with its owner, and who is invited to (decision 86). */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { memberRoles } from '#shared/site/novel-powers.ts';
import { novels } from './catalogue.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './identity.ts';

/** The owner stands in `novels.ownerId`, never here. */
export const novelMembers = pgTable(
  'novel_members',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: memberRoles }).notNull(),
    /** When the owner offered them the novel; null without an offer. */
    offeredAt: instant('offered_at'),
    joinedAt: instant('joined_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.userId] }),
    index('novel_members_user').on(t.userId),
    // A novel is offered to one person at a time.
    uniqueIndex('novel_members_offered')
      .on(t.novelId)
      .where(sql`${t.offeredAt} is not null`),
    check(
      'novel_members_role_known',
      sql`${t.role} in ('co_author', 'translator', 'editor', 'proofreader')`,
    ),
  ],
);

/** An invitation that waits: accepted, declined or withdrawn, its row goes. */
export const novelInvitations = pgTable(
  'novel_invitations',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: memberRoles }).notNull(),
    /** SHA-256 of the link's secret, which is stored nowhere. */
    tokenHash: text('token_hash').notNull(),
    /** For whom it is, in the owner's words; '' says nothing. */
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('novel_invitations_token').on(t.tokenHash),
    index('novel_invitations_novel').on(t.novelId, t.createdAt),
    index('novel_invitations_inviter').on(t.invitedBy),
    check('novel_invitations_note_bounded', sql`char_length(${t.note}) <= 100`),
    check(
      'novel_invitations_role_known',
      sql`${t.role} in ('co_author', 'translator', 'editor', 'proofreader')`,
    ),
  ],
);
