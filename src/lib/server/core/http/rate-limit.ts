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
 * What a request is counted as: the class of a call, a page to render, the text of a free chapter
 * through the API, which its page also contains, or what is sent without signing in: the declaration
 * of a withdrawal, a notice of illegal content.
 */
export type Limited = LimitClass | 'page' | 'freeText' | 'declaration' | 'notice';

/** The caller: an address, and the browser's anonymous id if its client token was valid. */
export type Caller = { address: string; clientId?: string | null };

/** Counts requests per class, caller and minute; notices per hour. */
export type RateLimit = {
  /**
   * Consumes one point of the class from the address, from the wider networks of an IPv6 one, and
   * from the client token if there is one. Returns null on success, else the seconds to wait.
   */
  consume: (limited: Limited, caller: Caller) => Promise<number | null>;
  /** Stops background work; the database stays open. */
  close: () => Promise<void>;
};

export type RateLimitOptions = {
  /** Requests per minute of an address in the widest class. */
  perMinute: number;
  /** The first is shared by instances that count together: addresses are hashed with it. */
  secretKeys: readonly string[];
  /** `memory` counts for this process alone. */
  store: 'memory' | SharedCounts;
};

const windowSeconds = 60;
/** Windows of another length. */
const longWindowsSeconds: Partial<Record<string, number>> = { declaration: 3_600, notice: 3_600 };

/** The divisor of the setting for each class: 6 is a sixth, in the class's window. */
const divisors: Record<Limited, number> = {
  page: 1,
  read: 1,
  webhook: 1,
  content: 3,
  write: 6,
  compare: 20,
  signIn: 20,
  challenge: 20,
  freeText: 20,
  payment: 20,
  upload: 20,
  comment: 30,
  export: 60,
  declaration: 60,
  notice: 60,
};

/** The minimum per minute for a browser, within its address's limit. */
const clientPointsMin = 10;

type Limiters = {
  byAddress: RateLimiterAbstract;
  /** The /56 and /48 of an IPv6 address, in this process only: a bound on floods, not a quota. */
  byNetwork: NetworkBudget;
  byClient: RateLimiterAbstract;
};

/** The limit of every call and page: by address, network and client token (decisions 15, 43). */
export function createRateLimit({ perMinute, secretKeys, store }: RateLimitOptions): RateLimit {
  const [key] = secretKeys;
  if (key === undefined) throw new Error('createRateLimit needs at least one key');
  // In the process's own memory, there is nobody to hide callers from.
  const nameOf = (kind: 'address' | 'client', value: string) =>
    store === 'memory' ? value : hidden(key, kind, value);
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
      // The address first: a refused one costs the store no second query.
      const waitSeconds = await take(limiter.byAddress, nameOf('address', address));
      if (waitSeconds !== null) return waitSeconds;
      const [, ...wider] = callerNetworks(address);
      const networkWaitSeconds = limiter.byNetwork.take(wider);
      if (networkWaitSeconds !== null || !clientId) return networkWaitSeconds;
      return take(limiter.byClient, nameOf('client', clientId));
    },
    close: () => (store === 'memory' ? Promise.resolve() : store.close()),
  };
}

/** A browser has half of its address's budget, so that one cannot use up a household's share. */
function createLimiters(
  limited: string,
  perMinute: number,
  store: RateLimitOptions['store'],
): Limiters {
  const forAddress = Math.max(1, Math.floor(perMinute));
  const forClient = Math.min(forAddress, Math.max(clientPointsMin, Math.floor(forAddress / 2)));
  return {
    byAddress: createLimiter(`${limited}:address`, forAddress, windowOf(limited), store),
    byNetwork: createNetworkBudget(forAddress, Date.now, windowOf(limited) * 1_000),
    byClient: createLimiter(`${limited}:client`, forClient, windowOf(limited), store),
  };
}

const windowOf = (limited: string): number => longWindowsSeconds[limited] ?? windowSeconds;

function createLimiter(
  keyPrefix: string,
  points: number,
  duration: number,
  store: RateLimitOptions['store'],
): RateLimiterAbstract {
  const options = { keyPrefix, points, duration };
  const inMemory = new RateLimiterMemory(options);
  if (store === 'memory') return inMemory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: store.client,
    storeType: 'pool',
    tableName: store.tableName,
    // Our migration creates it, and `store` deletes old rows.
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A caller without budget is refused from memory: a flood does not reach the database.
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

/** There are few enough addresses to try them all: only a keyed hash hides them in the store. */
function hidden(key: string, kind: 'address' | 'client', value: string): string {
  return createHmac('sha256', key).update(`rate-limit:${kind}:${value}`).digest('base64url');
}
