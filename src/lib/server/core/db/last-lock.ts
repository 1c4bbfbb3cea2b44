import { and, desc, gt, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { challengeLocks } from './schema/protection.ts';

/**
 * Selects the access lock that ends last among the placeholder `subjects`, after the placeholder
 * `now`: as a query of its own, and as a part of the one that finds a session.
 */
export function selectLastLock(db: Database) {
  return db
    .select({ subject: challengeLocks.subject, lockedUntil: challengeLocks.lockedUntil })
    .from(challengeLocks)
    .where(
      and(
        sql`${challengeLocks.subject} = any(${sql.placeholder('subjects')})`,
        gt(challengeLocks.lockedUntil, sql.placeholder('now')),
      ),
    )
    .orderBy(desc(challengeLocks.lockedUntil), desc(challengeLocks.subject))
    .limit(1);
}
