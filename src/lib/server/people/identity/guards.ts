import { and, eq, gte } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import { rolesWith, type StaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import type { Guard } from '#server/core/http/guards.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import type { SignedIn, User } from './sessions.ts';

/** Anyone; the handler gets the session if there is one. */
export const anyone: Guard<SignedIn, SignedIn | null> = (signedIn) => signedIn;

/** A signed-in user; else 401 `SIGN_IN_REQUIRED`. */
export const requireUser: Guard<SignedIn, SignedIn> = (signedIn) =>
  signedIn ?? refuse('SIGN_IN_REQUIRED', messages.signInRequired);

/** A user with one of these roles, as stored in the database; else 401, or 403 `FORBIDDEN`. */
export function requireRole(...roles: readonly User['role'][]): Guard<SignedIn, SignedIn> {
  return (signedIn) => {
    const caller = requireUser(signedIn);
    if (isRefusal(caller) || roles.includes(caller.user.role)) return caller;
    return refuse('FORBIDDEN', messages.forbidden);
  };
}

/** A member of staff with this power at the desk; else 401, or 403 `FORBIDDEN`. */
export const requirePower = (power: StaffPower): Guard<SignedIn, SignedIn> =>
  requireRole(...rolesWith(power));

/** Users who may enter the author's area; the domain decides what they may change there. */
export const requireAuthor = requireRole('author', 'admin');

/** What an intruder must not change is asked for so soon after a sign-in. */
const freshSignInMs = 10 * 60_000;

/** Whether a session began so lately that its user was just at the provider, or used a staff link. */
export async function isSignInFresh(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  sessionId: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - freshSignInMs);
  const isFresh = and(eq(sessions.id, sessionId), gte(sessions.createdAt, since));
  return (await db.$count(sessions, isFresh)) > 0;
}
