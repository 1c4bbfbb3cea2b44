import { z } from 'zod';

/**
 * Address of the operator's measuring script. Its host goes into the pages' policy, where a
 * wildcard would let others in, so it is a plain name.
 */
export const analyticsAddress = z
  .url()
  .regex(/^https:\/\/[a-z\d.-]+(:\d+)?\/[^\s#]*$/i)
  .transform((address) => new URL(address).href);

/** How it is written. */
export const analyticsForm = 'l’adresse https d’un script, comme https://mesure.example/script.js';

/** Reads `ANALYTICS_SRC` for a build: null where it is not set. Throws when it is malformed. */
export function analyticsSource(environment: Record<string, string | undefined>): string | null {
  const given = environment.ANALYTICS_SRC;
  if (!given) return null;
  const result = analyticsAddress.safeParse(given);
  if (!result.success)
    throw new Error(`ANALYTICS_SRC n’a pas la forme attendue : ${analyticsForm}.`);
  return result.data;
}
