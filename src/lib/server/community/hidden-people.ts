import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { hiddenPeople } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';

/**
 * Hides another user's comments from the caller only, or shows them again. Idempotent. Refuses
 * `NOT_FOUND` for an unknown user, `FORBIDDEN` for oneself.
 */
export async function setHidden(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, hiddenUserId }: { userId: string; hiddenUserId: string },
  wish: boolean,
): Promise<Refusal | null> {
  if (userId === hiddenUserId) return refuse('FORBIDDEN', messages.personSelfHidden);
  if (!wish) {
    await db
      .delete(hiddenPeople)
      .where(and(eq(hiddenPeople.userId, userId), eq(hiddenPeople.hiddenUserId, hiddenUserId)));
    return null;
  }
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, hiddenUserId), isNull(users.erasedAt)));
  if (!person) return refuse('NOT_FOUND', messages.personMissing);
  await db
    .insert(hiddenPeople)
    .values({ userId, hiddenUserId, createdAt: clock.now() })
    .onConflictDoNothing();
  return null;
}
