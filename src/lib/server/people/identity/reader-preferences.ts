import { and, eq, sql } from 'drizzle-orm';
import type { AccountPreferencesBody } from '#shared/contracts/auth.ts';
import {
  parseReaderPreferences,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { User } from './sessions.ts';

type Stored = Pick<User, 'readerPreferences' | 'readerPreferencesAt'>;

/** The preferences in a user's row; an invalid set counts as none. */
export function toPreferencesBody(stored: Stored): AccountPreferencesBody {
  return {
    preferences: parseReaderPreferences(stored.readerPreferences),
    changedAt: stored.readerPreferencesAt?.toISOString() ?? null,
  };
}

/** The last change wins; the same set again changes nothing, not even its instant. */
export async function saveReaderPreferences(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  readerPreferences: ReaderPreferences,
): Promise<AccountPreferencesBody> {
  const wanted = sql`${JSON.stringify(readerPreferences)}::jsonb`;
  const isOf = eq(users.id, userId);
  const [changed] = await db
    .update(users)
    .set({ readerPreferences, readerPreferencesAt: clock.now() })
    .where(and(isOf, sql`${users.readerPreferences} is distinct from ${wanted}`))
    .returning();
  const [kept] = changed ? [changed] : await db.select().from(users).where(isOf);
  if (!kept) throw new Error('the signed-in person has no row');
  return toPreferencesBody(kept);
}
