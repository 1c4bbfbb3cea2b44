import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createRateLimit,
  type Caller,
  type Limited,
  type RateLimit,
} from '#server/core/http/rate-limit.ts';

const inMemory = (perMinute: number) =>
  createRateLimit({ perMinute, secretKeys: ['k'.repeat(32)], store: 'memory' });

/** How many requests pass before one is refused; called again for each caller. */
async function countAllowed(
  rateLimit: RateLimit,
  limited: Limited,
  caller: (request: number) => Caller,
): Promise<number> {
  for (let request = 0; request < 10_000; request++) {
    if ((await rateLimit.consume(limited, caller(request))) !== null) return request;
  }
  throw new Error('nothing was refused');
}

const fromOneAddress = () => ({ address: '192.0.2.1' });
const withNewTokens = (request: number) => ({
  address: '192.0.2.1',
  clientId: `client-${request}`,
});
const fromNewAddresses = (request: number) => ({
  address: `2001:db8:0:${request}::/64`,
  clientId: 'client',
});

describe('an address', () => {
  test.each<[Limited, number]>([
    ['page', 600],
    ['read', 600],
    ['content', 200],
    ['write', 100],
    ['signIn', 30],
    ['challenge', 30],
    ['comment', 20],
    // In an hour.
    ['notice', 10],
  ])('may make its part of 600 requests a minute: %s %i', async (limited, allowed) => {
    expect(await countAllowed(inMemory(600), limited, fromOneAddress)).toBe(allowed);
  });

  test('may make each kind of request once, however small the setting is', async () => {
    const rateLimit = inMemory(2);
    expect(await countAllowed(rateLimit, 'read', fromOneAddress)).toBe(2);
    expect(await countAllowed(rateLimit, 'signIn', fromOneAddress)).toBe(1);
    expect(await countAllowed(rateLimit, 'comment', fromOneAddress)).toBe(1);
  });

  test('that has used up one kind may still make the others', async () => {
    const rateLimit = inMemory(600);
    await countAllowed(rateLimit, 'comment', fromOneAddress);
    expect(await rateLimit.consume('read', fromOneAddress())).toBeNull();
    expect(await rateLimit.consume('signIn', fromOneAddress())).toBeNull();
  });

  test.each<[Limited, number]>([
    ['read', 600],
    ['content', 200],
    ['signIn', 30],
    ['comment', 20],
  ])('gains nothing by changing client tokens: %s %i', async (limited, allowed) => {
    expect(await countAllowed(inMemory(600), limited, withNewTokens)).toBe(allowed);
  });

  test('gains nothing by discarding its token', async () => {
    const caller = (request: number) =>
      request % 2 === 0 ? fromOneAddress() : withNewTokens(request);
    expect(await countAllowed(inMemory(600), 'signIn', caller)).toBe(30);
  });
});

describe('a client token', () => {
  test.each<[Limited, number]>([
    ['read', 300],
    ['content', 100],
    ['write', 50],
    ['signIn', 15],
    ['challenge', 15],
    ['comment', 10],
  ])('has half of it, whatever address it comes from: %s %i', async (limited, allowed) => {
    expect(await countAllowed(inMemory(600), limited, fromNewAddresses)).toBe(allowed);
  });

  test('leaves the other half to the next browser at the address', async () => {
    const rateLimit = inMemory(600);
    const address = '192.0.2.1';
    const first = () => ({ address, clientId: 'first' });
    const second = () => ({ address, clientId: 'second' });
    expect(await countAllowed(rateLimit, 'signIn', first)).toBe(15);
    expect(await rateLimit.consume('signIn', second())).toBeNull();
  });

  test.each([1, 2, 3, 15])(
    'is not limited below its address’s %i, nor below ten',
    async (perMinute) => {
      const caller = () => ({ address: '192.0.2.1', clientId: 'client' });
      const allowed = await countAllowed(inMemory(perMinute), 'read', caller);
      expect(allowed).toBe(Math.min(perMinute, 10));
    },
  );
});

describe('a refused caller', () => {
  afterEach(() => vi.useRealTimers());

  test('gets the whole seconds until the minute is over, and is served then', async () => {
    vi.useFakeTimers();
    const rateLimit = inMemory(600);
    await countAllowed(rateLimit, 'comment', fromOneAddress);
    expect(await rateLimit.consume('comment', fromOneAddress())).toBe(60);
    vi.advanceTimersByTime(44_500);
    expect(await rateLimit.consume('comment', fromOneAddress())).toBe(16);
    vi.advanceTimersByTime(15_499);
    expect(await rateLimit.consume('comment', fromOneAddress())).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await countAllowed(rateLimit, 'comment', fromOneAddress)).toBe(20);
  });

  test('waits for the token’s minute if only the token’s budget is used up', async () => {
    vi.useFakeTimers();
    const rateLimit = inMemory(600);
    await countAllowed(rateLimit, 'comment', fromNewAddresses);
    vi.advanceTimersByTime(20_000);
    const caller = { address: '192.0.2.99', clientId: 'client' };
    expect(await rateLimit.consume('comment', caller)).toBe(40);
  });
});
