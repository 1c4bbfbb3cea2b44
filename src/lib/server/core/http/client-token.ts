import { createHmac, timingSafeEqual } from 'node:crypto';
import { v7 as uuidv7, validate } from 'uuid';

/** The signed anonymous id of a browser: `x-client-token` (design section 7). */
export type ClientTokens = {
  /** A new id and its token. */
  issue: () => { id: string; token: string };
  /** The id in a token that we signed, or null for an invalid one. */
  verify: (token: string) => string | null;
  /**
   * An id for a caller without a token: the same for an address and a browser all day, and not
   * reversible. Discarding tokens does not make a new visitor.
   */
  strangerId: (address: string, userAgent: string, day: string) => string;
  /** An id for a network: the same all day, and not reversible. */
  networkId: (network: string, day: string) => string;
};

/** Maximum of remembered tokens, about 250 bytes each; others are verified again. */
const seenMax = 5_000;
/** A UUID, a dot, and 32 bytes in base64url. Decoding would pass over characters that are none. */
const tokenForm = /^[\da-f-]{36}\.[\w-]{43}$/;

/** @param keys the first signs, all verify, so that keys can be rotated. */
export function createClientTokens(keys: readonly string[]): ClientTokens {
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('createClientTokens needs at least one key');
  /** Ids by tokens whose signature was verified; a page's calls all carry the same one. */
  const seen = new Map<string, string>();
  return {
    issue: () => {
      const id = uuidv7();
      return { id, token: `${id}.${sign(id, signingKey).toString('base64url')}` };
    },
    verify: (token) => {
      const known = seen.get(token);
      if (known !== undefined) return known;
      const [id, signature] = token.split('.');
      if (!id || !signature || !tokenForm.test(token) || !validate(id)) return null;
      const given = Buffer.from(signature, 'base64url');
      if (!keys.some((key) => isEqual(given, sign(id, key)))) return null;
      if (seen.size >= seenMax) seen.clear();
      seen.set(token, id);
      return id;
    },
    strangerId: (address, userAgent, day) =>
      hiddenId(`stranger:${day}:${address}:${userAgent}`, signingKey),
    networkId: (network, day) => hiddenId(`network:${day}:${network}`, signingKey),
  };
}

function hiddenId(value: string, key: string): string {
  const hash = createHmac('sha256', key).update(value);
  return uuidv7({ random: hash.digest().subarray(0, 16), msecs: 0, seq: 0 });
}

function sign(id: string, key: string): Buffer {
  return createHmac('sha256', key).update(`client-token:${id}`).digest();
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
