import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { User } from './sessions.ts';

/**
 * Sets a user's role. Effective from their next call: each call reads the role from the database
 * (design section 7). @returns whether the user exists.
 */
export async function giveRole(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  role: User['role'],
): Promise<boolean> {
  const given = await db
    .update(users)
    .set({ role, updatedAt: clock.now() })
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .returning({ id: users.id });
  return given.length > 0;
}
