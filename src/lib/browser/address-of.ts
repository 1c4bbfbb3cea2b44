import type { z } from 'zod';
import type { Call } from '#shared/contracts/call.ts';

/** A key of the input, optional if nothing in it is required. */
export type Part<Name extends string, Value> = undefined extends Value
  ? Partial<Record<Name, Value>>
  : Record<string, never> extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

/** What the address of a call is made of, by its contract: path parameters and query. */
export type AddressInput<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>>;

type AnyAddress = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
};

/** The address of a call: its contract's path with parameters and query. */
export function addressOf<C extends Call>({ path }: C, input: AddressInput<C>): string {
  const { params, query } = input as AnyAddress;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) given.set(name, String(value));
  }
  const tail = given.toString();
  return tail ? `${address}?${tail}` : address;
}
