import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { may, memberRolesWith, type NovelPower } from '#shared/site/novel-powers.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { roleOn, type Author } from './own-work.ts';

const owned = alias(novels, 'owned');

/**
 * Whether a row of `novels` is one that this user owns, or on which their role has the power. As a
 * list of ids: with “or” PostgreSQL would read all novels.
 */
export function hasPowerOn(db: Database, author: Author, power: NovelPower): SQL {
  const asMember = db
    .select({ id: novelMembers.novelId })
    .from(novelMembers)
    .where(isMemberWith(author.id, power));
  if (!isAuthor(author.role)) return inArray(novels.id, asMember);
  const asOwner = db.select({ id: owned.id }).from(owned).where(eq(owned.ownerId, author.id));
  return inArray(novels.id, unionAll(asOwner, asMember));
}

/** Whether a user has an inbox: authors do, and readers who have a role on a novel. */
export async function hasInbox(db: Database, user: Author): Promise<boolean> {
  if (isAuthor(user.role)) return true;
  const rows = await db
    .select({ novelId: novelMembers.novelId })
    .from(novelMembers)
    .where(isMemberWith(user.id, 'seeDrafts'))
    .limit(1);
  return rows.length > 0;
}

/** Whether a user owns a novel, or answers the comments of one as a member. */
export async function answersAnyComments(db: Database, user: Author): Promise<boolean> {
  const rows = await db
    .select({ id: novels.id })
    .from(novels)
    .where(hasPowerOn(db, user, 'comments'))
    .limit(1);
  return rows.length > 0;
}

/**
 * Whether a person answers comments of a novel: its owner, and members whose role does. Admins answer
 * everywhere, but speak for the novel only where they own it.
 */
export async function answersComments(
  db: Database,
  user: Author,
  novel: { id: string; ownerId: string | null },
): Promise<boolean> {
  // An owner who is no author any more is a reader.
  if (user.id === novel.ownerId) return isAuthor(user.role);
  if (user.role === 'admin') return false;
  const role = await roleOn(db, user, novel);
  return role !== null && may(role, 'comments');
}

const isMemberWith = (userId: string, power: NovelPower) =>
  and(eq(novelMembers.userId, userId), inArray(novelMembers.role, memberRolesWith(power)));
