import type { getUser, UserBody } from '#shared/contracts/auth.ts';
import { call } from './call.ts';
import { showUser } from './session-state.ts';
import { isSignedInAs, signedInPerson } from './signed-in-as.ts';

/**
 * Reloads the signed-in user, and shows them everywhere on the page: their balance has changed.
 * Null without a response, or if another user has signed in meanwhile.
 */
export async function refreshUser(): Promise<UserBody | null> {
  const person = signedInPerson();
  const outcome = await call<typeof getUser>('GET', '/api/auth/user');
  if (!outcome.ok || person === null || !isSignedInAs(person)) return null;
  showUser(outcome.data);
  return outcome.data;
}
