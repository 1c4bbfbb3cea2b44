import type { getUser, UserBody } from '#shared/contracts/auth.ts';
import { call } from './call.ts';
import { showUser } from './session-state.ts';
import { isSignedInAs, signedInPerson } from './signed-in-as.ts';

/**
 * Asks the server again about who is signed in, and shows them everywhere on the page: their balance
 * has changed. Null where no answer came, or where somebody else has signed in meanwhile.
 */
export async function refreshUser(): Promise<UserBody | null> {
  const person = signedInPerson();
  const outcome = await call<typeof getUser>('GET', '/api/auth/user');
  if (!outcome.ok || person === null || !isSignedInAs(person)) return null;
  showUser(outcome.data);
  return outcome.data;
}
