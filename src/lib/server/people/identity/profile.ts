import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { updateProfile } from '#shared/contracts/auth.ts';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { User } from './sessions.ts';

/** The fields of the profile that users may change. */
export type ProfileChange = z.output<typeof updateProfile.body>;

/**
 * Saves a profile; the public name follows first and last name, and stays where both are empty.
 * @returns the user afterwards.
 */
export async function saveProfile(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  user: User,
  change: ProfileChange,
): Promise<User> {
  const fullName = [change.firstName, change.lastName].filter((part) => part !== '').join(' ');
  const name = fullName || user.name;
  const [saved] = await db
    .update(users)
    .set({ ...change, name, displayName: name, updatedAt: clock.now() })
    .where(eq(users.id, user.id))
    .returning();
  if (!saved) throw new Error('the signed-in person has no row');
  return saved;
}
