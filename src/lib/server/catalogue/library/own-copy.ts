import { and, eq, sql, type SQL } from 'drizzle-orm';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { isSold } from '../chapters.ts';

/** Whether a user has unlocked a row of `chapters`. */
export const isUnlockedBy = (userId: string): SQL => sql`exists (select from ${unlocks}
  where ${unlocks.chapterId} = ${chapters.id} and ${unlocks.userId} = ${userId}::uuid)`;

/**
 * Whether a user may take a book of a row of `novels`: it is completed, its author allows it, and they
 * have unlocked one of its published chapters at least, and each that is sold (decision 158).
 */
export function mayTakeCopy(userId: string, now: Date): SQL<boolean> {
  const isOut = and(sql`${chapters.novelId} = ${novels.id}`, eq(chapters.status, 'published'));
  const isOwn = isUnlockedBy(userId);
  return sql<boolean>`(${novels.allowsCopy} and ${novels.status} = 'completed'
    and exists (select from ${chapters} where ${isOut} and ${isOwn})
    and not exists (select from ${chapters} where ${isOut} and ${isSold(now)} and not ${isOwn}))`;
}
