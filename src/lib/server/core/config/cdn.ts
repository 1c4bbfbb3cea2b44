import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** The CDN whose cached pages the site purges. */
export type CdnSettings = {
  kind: 'varnish' | 'fastly' | 'cloudflare';
  /** Where it takes purges: one address for each Varnish. */
  addresses: readonly string[];
  /** Of Fastly's or Cloudflare's API; a Varnish goes by the caller's address. */
  token: string;
};

const schema = z.object({
  CDN_PURGE: z.enum(['varnish', 'fastly', 'cloudflare']).describe('varnish, fastly ou cloudflare'),
  CDN_PURGE_URL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim().replace(/\/+$/, '')))
    .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1))
    .describe(
      'une adresse http ou https, ou plusieurs séparées par des virgules, comme http://127.0.0.1:6081',
    ),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe('le jeton d’API, sans espace'),
});

/** Names of these settings. */
export const cdnSettings = Object.keys(schema.shape);

/**
 * Reads which CDN to purge. Without these settings there is none; with one of them all are required,
 * the token for an API alone.
 * @returns the settings, or one French sentence per setting that is missing or malformed.
 */
export function parseCdn(
  environment: Record<string, string | undefined>,
): { cdn: CdnSettings | null } | { problems: string[] } {
  const given = Object.fromEntries(
    cdnSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  if (Object.keys(given).length === 0) return { cdn: null };
  const result = schema.safeParse(given);
  if (!result.success) return { problems: settingProblems(schema, result.error, environment) };
  const { CDN_PURGE: kind, CDN_PURGE_URL: addresses, CDN_PURGE_TOKEN: token = '' } = result.data;
  if (kind !== 'varnish' && token === '') return { problems: ['CDN_PURGE_TOKEN manque.'] };
  return { cdn: { kind, addresses, token } };
}
