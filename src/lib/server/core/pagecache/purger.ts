import type { CdnSettings } from '../config/cdn.ts';

/** A cache in front of the site that drops pages by the tags that they carry. */
export type Purger = {
  /** Headers of a page with these tags, by which the cache finds it. */
  headersOf: (tags: readonly string[]) => Record<string, string>;
  /** The number of tags that one purge takes. */
  tagsMax: number;
  /** Drops every page with one of these tags. Throws where that was not acknowledged. */
  purge: (tags: readonly string[]) => Promise<void>;
};

type Protocol = {
  header: string;
  separator: string;
  tagsMax: number;
  /** After the address of the setting. */
  path: string;
  request: (tags: readonly string[], token: string) => RequestInit;
};

const protocols: Record<CdnSettings['kind'], Protocol> = {
  // https://github.com/varnish/varnish-modules/blob/master/src/vmod_xkey.vcc; a header takes 8 KiB.
  varnish: {
    header: 'xkey',
    separator: ' ',
    tagsMax: 100,
    path: '/',
    request: (tags) => ({ method: 'PURGE', headers: { xkey: tags.join(' ') } }),
  },
  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: {
    header: 'surrogate-key',
    separator: ' ',
    tagsMax: 256,
    path: '/purge',
    request: (tags, token) => ({
      method: 'POST',
      headers: { 'fastly-key': token, 'surrogate-key': tags.join(' ') },
    }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
  cloudflare: {
    header: 'cache-tag',
    separator: ',',
    tagsMax: 30,
    path: '/purge_cache',
    request: (tags, token) => ({
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags }),
    }),
  },
};

/** @param deadlineMs for the whole answer of a purge (decision 96). */
export function createPurger({ kind, addresses, token }: CdnSettings, deadlineMs = 5_000): Purger {
  const { header, separator, tagsMax, path, request } = protocols[kind];

  async function purgeAt(address: string, tags: readonly string[]): Promise<void> {
    const response = await fetch(`${address}${path}`, {
      ...request(tags, token),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    });
    // What it says is not read: the status is the answer.
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the CDN answered a purge with ${response.status}`);
  }

  return {
    headersOf: (tags) => (tags.length > 0 ? { [header]: tags.join(separator) } : {}),
    tagsMax,
    purge: async (tags) => {
      await Promise.all(addresses.map((address) => purgeAt(address, tags)));
    },
  };
}
