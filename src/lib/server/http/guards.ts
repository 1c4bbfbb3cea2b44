import { messages } from '#shared/messages.ts';
import type { SignedIn, User } from '../identity/sessions.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** Says who may make a call: gives the caller to the handler, or refuses. */
export type Guard<Caller> = (signedIn: SignedIn | null) => Caller | Refusal;

/** Anybody; the handler learns who, where somebody is signed in. */
export const anyone: Guard<SignedIn | null> = (signedIn) => signedIn;

/** Somebody who is signed in; else 401 `SIGN_IN_REQUIRED`. */
export const requireUser: Guard<SignedIn> = (signedIn) =>
  signedIn ?? refuse('SIGN_IN_REQUIRED', messages.signInRequired);

/** Somebody with one of these roles, as the database has it; else 401, or 403 `FORBIDDEN`. */
export function requireRole(...roles: readonly User['role'][]): Guard<SignedIn> {
  return (signedIn) => {
    const caller = requireUser(signedIn);
    if (isRefusal(caller) || roles.includes(caller.user.role)) return caller;
    return refuse('FORBIDDEN', messages.forbidden);
  };
}

/** Whoever may enter the author's area; what they may touch there, the domain says. */
export const requireAuthor = requireRole('author', 'admin');
