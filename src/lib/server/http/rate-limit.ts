import { createHmac } from 'node:crypto';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { LimitClass } from '#shared/contracts/call.ts';
import { callerNetworks } from './address.ts';
import { createNetworkBudget, type NetworkBudget } from './network-budget.ts';
import type { SharedCounts } from './rate-limit-store.ts';

/**
 * What a request is counted as: the class of a call, a page that has to be rendered, or the text of a
 * free chapter through the API, which stands in its page.
 */
export type Limited = LimitClass | 'page' | 'freeText';

/** Who asks: an address, and the browser's anonymous id when its client token was good. */
export type Caller = { address: string; clientId?: string | null };

/** Counts requests per class, caller and minute. */
export type RateLimit = {
  /**
   * Takes one point of the class from the address, from the wider networks of an IPv6 one, and,
   * where there is one, from the client token. Returns null when that is fine, else the seconds to wait.
   */
  consume: (limited: Limited, caller: Caller) => Promise<number | null>;
  /** Ends what runs in the background; the database stays open. */
  close: () => Promise<void>;
};

export type RateLimitOptions = {
  /** What an address may ask of the widest class in a minute. */
  perMinute: number;
  /** Instances that count together have the first in common: addresses are hidden with it. */
  secretKeys: readonly string[];
  /** `memory` counts for this process alone. */
  store: 'memory' | SharedCounts;
};

const windowSeconds = 60;

/** What part of the setting an address has in each class: 6 is a sixth. */
const divisors: Record<Limited, number> = {
  page: 1,
  read: 1,
  webhook: 1,
  content: 3,
  write: 6,
  signIn: 20,
  challenge: 20,
  freeText: 20,
  payment: 20,
  upload: 20,
  comment: 30,
  export: 60,
};

/** A browser may always do this much in a minute, if its address may. */
const clientPointsMin = 10;

type Limiters = {
  byAddress: RateLimiterAbstract;
  /** The /56 and /48 of an IPv6 address, in this process alone: a bound on floods, no share. */
  byNetwork: NetworkBudget;
  byClient: RateLimiterAbstract;
};

/** The limit of every call and page: by address, network and client token (decisions 15, 43). */
export function createRateLimit({ perMinute, secretKeys, store }: RateLimitOptions): RateLimit {
  const [key] = secretKeys;
  if (key === undefined) throw new Error('createRateLimit needs at least one key');
  const limiters = new Map(
    Object.entries(divisors).map(
      ([limited, divisor]) =>
        [limited, createLimiters(limited, perMinute / divisor, store)] as const,
    ),
  );
  return {
    consume: async (limited, { address, clientId }) => {
      const limiter = limiters.get(limited);
      if (!limiter) throw new Error(`no rate limit is called ${limited}`);
      // The address first: one that is refused costs the store no second question.
      const waitSeconds = await take(limiter.byAddress, hidden(key, 'address', address));
      if (waitSeconds !== null) return waitSeconds;
      const [, ...wider] = callerNetworks(address);
      const networkWaitSeconds = limiter.byNetwork.take(wider);
      if (networkWaitSeconds !== null || !clientId) return networkWaitSeconds;
      return take(limiter.byClient, hidden(key, 'client', clientId));
    },
    close: () => (store === 'memory' ? Promise.resolve() : store.close()),
  };
}

/** A browser has half of what its address has, so that one does not use up a household's share. */
function createLimiters(
  limited: string,
  perMinute: number,
  store: RateLimitOptions['store'],
): Limiters {
  const forAddress = Math.max(1, Math.floor(perMinute));
  const forClient = Math.min(forAddress, Math.max(clientPointsMin, Math.floor(forAddress / 2)));
  return {
    byAddress: createLimiter(`${limited}:address`, forAddress, store),
    byNetwork: createNetworkBudget(forAddress),
    byClient: createLimiter(`${limited}:client`, forClient, store),
  };
}

function createLimiter(
  keyPrefix: string,
  points: number,
  store: RateLimitOptions['store'],
): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: windowSeconds };
  const inMemory = new RateLimiterMemory(options);
  if (store === 'memory') return inMemory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: store.client,
    storeType: 'pool',
    tableName: store.tableName,
    // Our migration makes it, and `store` sweeps it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Who has used everything up is refused from memory: a flood does not reach the database.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: inMemory,
  });
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Addresses are few enough to be tried one by one: only a keyed hash hides them in the store. */
function hidden(key: string, kind: 'address' | 'client', value: string): string {
  return createHmac('sha256', key).update(`rate-limit:${kind}:${value}`).digest('base64url');
}
