import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { SignedIn, User } from '../identity/sessions.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** Decides who may make a call: returns the caller for the handler, or a refusal. */
export type Guard<Caller> = (signedIn: SignedIn | null) => Caller | Refusal;

/**
 * Asks, before a body is read, whether the object that the address names exists and this caller may act
 * on it. The handler gets what it `found`, and looks again only where a transaction has to decide.
 */
export type Permit<Caller, Params, Found = unknown> = (input: {
  app: App;
  caller: Caller;
  params: Params;
}) => Promise<Found | Refusal>;

/** The permit that this row exists, for this caller where `isIt` says so; else 404 with the sentence. */
export const exists =
  <Caller, Params>(
    table: PgTable,
    isIt: (params: Params, caller: Caller) => SQL | undefined,
    sentence: string,
  ): Permit<Caller, Params> =>
  async ({ app, caller, params }) =>
    (await app.db.$count(table, isIt(params, caller))) > 0 || refuse('NOT_FOUND', sentence);

/** `never` for a call that reads a body and has an object in its address: such a call needs a permit. */
export type WithoutPermit<Path extends string, Body> = [Body] extends [undefined]
  ? unknown
  : string extends Path
    ? never
    : Path extends `${string}{${string}`
      ? never
      : unknown;

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
