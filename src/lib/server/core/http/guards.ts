import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { App } from '#server/app.ts';
import { refuse, type Refusal } from './refusal.ts';

/** Decides who may make a call: returns the caller for the handler, or a refusal. */
export type Guard<Session, Caller> = (session: Session | null) => Caller | Refusal;

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
