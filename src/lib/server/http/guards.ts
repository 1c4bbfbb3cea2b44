import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { SignedIn, User } from '../identity/sessions.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** Decides who may make a call: returns the caller for the handler, or a refusal. */
export type Guard<Caller> = (signedIn: SignedIn | null) => Caller | Refusal;

/**
 * Asks, before a body is read, for what a caller needs on the object that the address names. What it
 * finds is not kept: the handler looks again, in its transaction.
 * @returns a refusal, or anything else
 */
export type Permit<Caller, Params> = (input: {
  app: App;
  caller: Caller;
  params: Params;
}) => Promise<unknown>;

/** Anyone; the handler gets the session if there is one. */
export const anyone: Guard<SignedIn | null> = (signedIn) => signedIn;

/** A signed-in user; else 401 `SIGN_IN_REQUIRED`. */
export const requireUser: Guard<SignedIn> = (signedIn) =>
  signedIn ?? refuse('SIGN_IN_REQUIRED', messages.signInRequired);

/** A user with one of these roles, as stored in the database; else 401, or 403 `FORBIDDEN`. */
export function requireRole(...roles: readonly User['role'][]): Guard<SignedIn> {
  return (signedIn) => {
    const caller = requireUser(signedIn);
    if (isRefusal(caller) || roles.includes(caller.user.role)) return caller;
    return refuse('FORBIDDEN', messages.forbidden);
  };
}

/** Users who may enter the author's area; the domain decides what they may change there. */
export const requireAuthor = requireRole('author', 'admin');
