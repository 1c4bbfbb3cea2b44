import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpendingEntry } from '#server/money/credits/lots.ts';
import { unspentOf } from '#server/money/credits/unspent.ts';

const bought = (transactionId: string, delta: number): SpendingEntry => ({ delta, transactionId });
const spent = (credits: number): SpendingEntry => ({ delta: -credits, transactionId: null });

describe('what is unspent of each purchase', () => {
  test('the first purchase is spent first', () => {
    const entries = [bought('a', 10), bought('b', 10), spent(12)];
    expect(Object.fromEntries(unspentOf(entries))).toEqual({ a: 0, b: 8 });
  });

  test('granted credits are spent in order', () => {
    const given = { delta: 5, transactionId: null };
    expect(Object.fromEntries(unspentOf([given, bought('a', 10), spent(7)]))).toEqual({ a: 8 });
  });

  test('what a purchase gave back is its own', () => {
    const entries = [
      bought('a', 10),
      bought('b', 10),
      { delta: -10, transactionId: 'b' },
      spent(3),
    ];
    expect(Object.fromEntries(unspentOf(entries))).toEqual({ a: 7, b: 0 });
  });

  test('it is never below zero, nor more than the balance in sum', () => {
    const step = fc.record({
      credits: fc.integer({ min: 1, max: 30 }),
      kind: fc.constantFrom('buy', 'spend', 'giveBack', 'given'),
      pick: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const entries: SpendingEntry[] = [];
        let balance = 0;
        steps.forEach(({ credits, kind, pick }, at) => {
          const unspent = unspentOf(entries);
          if (kind === 'buy') entries.push(bought(`t${at}`, credits));
          else if (kind === 'given') entries.push({ delta: credits, transactionId: null });
          else if (kind === 'spend' && balance >= credits) entries.push(spent(credits));
          else if (kind === 'giveBack') {
            const [id, left] = [...unspent][pick] ?? [];
            const taken = Math.min(left ?? 0, credits);
            if (id !== undefined && taken > 0) entries.push(bought(id, -taken));
          }
          balance = entries.reduce((sum, { delta }) => sum + delta, 0);
          const lots = [...unspentOf(entries).values()];
          expect(Math.min(0, ...lots)).toBe(0);
          expect(lots.reduce((sum, left) => sum + left, 0)).toBeLessThanOrEqual(balance);
        });
      }),
    );
  });
});
