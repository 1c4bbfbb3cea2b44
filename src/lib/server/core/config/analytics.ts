import { z } from 'zod';

/**
 * Address of the operator's analytics script. Its host goes into the pages' CSP, where a
 * wildcard would allow other hosts, so it is a plain name.
 */
export const analyticsAddress = z
  .url()
  .regex(/^https:\/\/[a-z\d.-]+(:\d+)?\/[^\s#]*$/i)
  .transform((address) => new URL(address).href);

/** Its format, for error messages. */
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
