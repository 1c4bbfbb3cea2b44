import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute, type EarningEntry, type PaidLot } from '#server/money/earnings/attribute.ts';
import { shareOn, type Share } from '#server/money/earnings/shares.ts';

const at = new Date('2026-10-05T10:00:00Z');
const entry = (kind: string, delta: number, of: string | null, reference = kind): EarningEntry => ({
  kind,
  delta,
  reference,
  transactionId: of,
  createdAt: at,
});
const unlock = (chapterId: string, credits: number) =>
  entry('unlock', -credits, null, `reader:${chapterId}`);
const bought = (netCents: number, credits: number, lostNetCents = 0): PaidLot => ({
  credits,
  netCents,
  vatCents: 0,
  lostNetCents,
  lostVatCents: 0,
});
const kept = (one: { spentNetCents: number; carriedNetCents: number }) =>
  one.spentNetCents + one.carriedNetCents;

describe('the worth of spent credits', () => {
  test('is the price of the purchase that they came with, the oldest first', () => {
    const earned = attribute(
      [
        entry('purchase', 100, 'dear'),
        entry('purchase', 300, 'cheap'),
        unlock('one', 60),
        unlock('two', 60),
      ],
      new Map([
        ['dear', bought(200, 100)],
        ['cheap', bought(450, 300)],
      ]),
    );
    const of = (id: string) =>
      earned.filter(({ chapterId }) => chapterId === id).map(({ spentNetCents }) => spentNetCents);
    expect(of('one')).toEqual([120]);
    expect(of('two')).toEqual([80, 30]);
  });

  test('is nothing for credits that were given, which are counted', () => {
    const [one] = attribute([entry('adjustment', 50, null), unlock('one', 20)], new Map());
    expect(one).toMatchObject({ freeCredits: 20, paidCredits: 0, spentNetCents: 0 });
  });

  test('is nothing where they were returned: whoever has them next earns their worth', () => {
    const earned = attribute(
      [
        entry('purchase', 100, 'lot'),
        unlock('taken', 60),
        unlock('first', 40),
        entry('unlock_return', 60, 'lot', 'reader:taken:lot'),
        unlock('second', 60),
      ],
      new Map([['lot', bought(200, 100)]]),
    );
    expect(earned.map(({ chapterId, spentNetCents }) => [chapterId, spentNetCents])).toEqual([
      ['first', 80],
      ['second', 120],
    ]);
  });

  test('loses nothing by a refund that unspent credits bear', () => {
    const earned = attribute(
      [entry('purchase', 100, 'lot'), unlock('one', 50), entry('refund', -50, 'lot')],
      new Map([['lot', bought(200, 100, 100)]]),
    );
    expect(earned.map(kept)).toEqual([100]);
  });

  test('shares what is left of the price among spent credits when more was refunded', () => {
    const earned = attribute(
      [entry('purchase', 100, 'lot'), unlock('one', 40), unlock('two', 60)],
      new Map([['lot', bought(200, 100, 100)]]),
    );
    expect(earned.map(kept)).toEqual([40, 60]);
    expect(earned.map(({ carriedNetCents }) => carriedNetCents)).toEqual([-40, -60]);
  });

  test('sums to the price of what was spent, and never to more than was kept, to the cent', () => {
    const lot = fc.record({
      credits: fc.integer({ min: 1, max: 40 }),
      netCents: fc.nat(999),
      lostPercent: fc.nat(100),
    });
    fc.assert(
      fc.property(
        fc.array(lot, { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        (lots, costs) => {
          const purchases = new Map<string, PaidLot>();
          const entries: EarningEntry[] = [];
          // The oracle: one token for each credit, in the order of buying.
          const tokens: string[] = [];
          for (const [place, { credits, netCents, lostPercent }] of lots.entries()) {
            const id = String(place);
            purchases.set(
              id,
              bought(netCents, credits, Math.floor((netCents * lostPercent) / 100)),
            );
            entries.push(entry('purchase', credits, id));
            tokens.push(...Array.from({ length: credits }, () => id));
          }
          let spent = 0;
          for (const [place, cost] of costs.entries()) {
            if (spent + cost > tokens.length) continue;
            spent += cost;
            entries.push(unlock(`chapter ${place}`, cost));
          }
          let expected = 0;
          for (const [id, { credits, netCents, lostNetCents }] of purchases) {
            const own = tokens.slice(0, spent).filter((one) => one === id).length;
            expected += Math.min(Math.floor((netCents * own) / credits), netCents - lostNetCents);
          }
          const earned = attribute(entries, purchases);
          expect(earned.reduce((sum, one) => sum + kept(one), 0)).toBe(expected);
          expect(earned.reduce((sum, { paidCredits }) => sum + paidCredits, 0)).toBe(spent);
        },
      ),
    );
  });
});

describe('the share of an unlock', () => {
  const share = (
    basisPoints: number,
    startsOn: string,
    scope: Partial<Pick<Share, 'novelId' | 'authorId'>> = {},
  ): Share => ({ novelId: null, authorId: null, ...scope, basisPoints, startsOn });
  const novel = { novelId: 'novel', authorId: 'author' };

  test('is the novel’s before the author’s before the default', () => {
    const [byNovel, byAuthor, byDefault] = [
      share(7000, '2026-01-01', { novelId: 'novel' }),
      share(6000, '2026-02-01', { authorId: 'author' }),
      share(5000, '2026-03-01'),
    ];
    expect(shareOn([byDefault, byAuthor, byNovel], novel, '2026-10-15')).toBe(7000);
    expect(shareOn([byDefault, byAuthor], novel, '2026-10-15')).toBe(6000);
    expect(shareOn([byDefault], novel, '2026-10-15')).toBe(5000);
    expect(shareOn([], novel, '2026-10-15')).toBe(0);
  });

  test('begins on its first day, and of two that begin on one day the later set counts', () => {
    const shares = [
      share(5000, '2026-01-01'),
      share(6000, '2026-11-01'),
      share(6500, '2026-11-01'),
    ];
    expect(shareOn(shares, novel, '2026-10-31')).toBe(5000);
    expect(shareOn(shares, novel, '2026-11-01')).toBe(6500);
  });
});
