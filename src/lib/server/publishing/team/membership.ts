import { and, eq, exists, inArray, or } from 'drizzle-orm';
import { may, memberRolesWith, type NovelPower } from '#shared/novel-powers.ts';
import type { Database } from '#server/db/database.ts';
import { novels } from '#server/db/schema/catalogue.ts';
import { novelMembers } from '#server/db/schema/people.ts';
import { roleOn, type Author } from '../studio/own-work.ts';

/** Whether a row of `novels` is one that this user owns, or on which their role has the power. */
export const hasPowerOn = (db: Database, author: Author, power: NovelPower) =>
  or(
    author.role === 'reader' ? undefined : eq(novels.ownerId, author.id),
    exists(
      db
        .select({ novelId: novelMembers.novelId })
        .from(novelMembers)
        .where(and(eq(novelMembers.novelId, novels.id), isMemberWith(author.id, power))),
    ),
  );

/** Whether a user has an inbox: authors do, and readers who have a role on a novel. */
export async function hasInbox(db: Database, user: Author): Promise<boolean> {
  if (user.role !== 'reader') return true;
  const rows = await db
    .select({ novelId: novelMembers.novelId })
    .from(novelMembers)
    .where(isMemberWith(user.id, 'seeDrafts'))
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
  if (user.id === novel.ownerId) return true;
  if (user.role === 'admin') return false;
  const role = await roleOn(db, user, novel);
  return role !== null && may(role, 'comments');
}

const isMemberWith = (userId: string, power: NovelPower) =>
  and(eq(novelMembers.userId, userId), inArray(novelMembers.role, memberRolesWith(power)));
