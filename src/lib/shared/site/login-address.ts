import type { Provider } from './paths.ts';
import { safeReturnPath } from './return-path.ts';
import { signInReasons, type SignInReason } from './sign-in-reasons.ts';

/** What the sign-in page's address says; anything unknown is left out. */
export type LoginAddress = { returnPath: string; reason?: SignInReason; provider?: Provider };

/** Reads the query of the sign-in page. */
export function readLoginAddress(query: URLSearchParams): LoginAddress {
  const reason = query.get('motif') ?? '';
  const provider = query.get('provider');
  return {
    returnPath: safeReturnPath(query.get('retour')),
    ...(isReason(reason) && { reason }),
    ...((provider === 'google' || provider === 'apple') && { provider }),
  };
}

function isReason(code: string): code is SignInReason {
  return Object.hasOwn(signInReasons, code);
}
