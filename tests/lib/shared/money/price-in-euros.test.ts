import { describe, expect, test } from 'vitest';
import { creditCatalogues } from '#shared/money/credit-packs.ts';
import {
  aboutEuros,
  centsPerCredit,
  cheapestPurchase,
  exactCents,
  packsSentence,
  shareCents,
  type PricedPack,
} from '#shared/money/price-in-euros.ts';

const { terms, packs } = creditCatalogues;
const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');

/** The lowest price of so many credits, by brute force over a few of each pack. */
function leastCents(onSale: readonly PricedPack[], needed: number, ofEach: number): number {
  const [first, ...others] = onSale;
  if (!first) return needed > 0 ? Infinity : 0;
  const ways = Array.from(
    { length: ofEach + 1 },
    (_, count) =>
      count * first.amountCents + leastCents(others, needed - count * first.credits, ofEach),
  );
  return Math.min(...ways);
}

describe('the cheapest purchase', () => {
  test.each([
    [terms, 0, { packCount: 0, credits: 0, amountCents: 0 }],
    [terms, 12, { packCount: 1, credits: 300, amountCents: 499 }],
    [terms, 300, { packCount: 1, credits: 300, amountCents: 499 }],
    // Two small ones cost a cent less than the next larger one.
    [terms, 301, { packCount: 2, credits: 600, amountCents: 998 }],
    [terms, 2_001, { packCount: 2, credits: 2_300, amountCents: 1_998 }],
    // Two small ones cost as much as the next larger one, which has more credits.
    [packs, 12, { packCount: 1, credits: 25, amountCents: 1_000 }],
    [packs, 1, { packCount: 1, credits: 10, amountCents: 500 }],
  ])('of a price list for %#', (onSale, needed, expected) => {
    expect(cheapestPurchase(onSale, needed)).toEqual(expected);
  });

  test('has enough, and nothing cheaper has', () => {
    for (const onSale of [terms, packs]) {
      for (let needed = 0; needed <= 400; needed += 7) {
        const purchase = cheapestPurchase(onSale, needed);
        expect(purchase.credits).toBeGreaterThanOrEqual(needed);
        expect(purchase.amountCents).toBe(leastCents(onSale, needed, 8));
      }
    }
  });
});

describe('exactly so many credits', () => {
  test.each([
    // 30 cost 49.9 cents, 31 cost 51.6: rounded down, the first is below Stripe's minimum.
    [terms, 30, null],
    [terms, 31, 51],
    // The small pack itself; then two of them, the middle one, and more.
    [terms, 300, null],
    [terms, 301, 500],
    [terms, 599, 996],
    [terms, 601, null],
    [terms, 2_001, null],
    [packs, 1, 50],
    [packs, 10, null],
    [packs, 19, 950],
    [packs, 20, null],
    [packs, 26, 1_300],
    [[], 100, null],
  ])('of a price list for %#', (onSale, credits, expected) => {
    expect(exactCents(onSale, credits)).toBe(expected);
  });

  test('are never dearer than the cheapest packs that suffice, nor than the small pack’s credits', () => {
    for (const onSale of [terms, packs]) {
      for (let credits = 1; credits <= 2_500; credits += 7) {
        const cents = exactCents(onSale, credits);
        if (cents === null) continue;
        expect(cents).toBeLessThan(cheapestPurchase(onSale, credits).amountCents);
        expect(cents * onSale[0].credits).toBeLessThanOrEqual(credits * onSale[0].amountCents);
      }
    }
  });

  test('are said after the packs, where they are sold', () => {
    expect(packsSentence(terms, 40, { isMissing: false })).not.toContain('exactement');
    expect(plainSpaces(packsSentence(terms, 40))).toMatch(
      /4,99 €\. Ou exactement ces 40 crédits pour 0,66 €\.$/,
    );
  });
});

test('some credits cost their share of the cheapest purchase that holds them', () => {
  expect(shareCents(terms, 12)).toBeCloseTo(19.96);
  expect(shareCents(packs, 12)).toBeCloseTo(480);
  expect(shareCents(terms, 0)).toBe(0);
});

test('a credit costs from the least to the most of the packs', () => {
  expect(centsPerCredit(packs)).toEqual({ lowest: 30, highest: 50 });
  expect(centsPerCredit(terms).lowest).toBeCloseTo(0.7495);
});

test('euros are rounded to the cent, below ten cents to a tenth of one', () => {
  const told = (onSale: readonly PricedPack[], credits: number) =>
    plainSpaces(aboutEuros(onSale, credits, (euros) => `soit ${euros}`));
  expect(told(terms, 12)).toBe('soit environ 0,20 €');
  expect(told(terms, 6)).toBe('soit environ 10 centimes');
  expect(told(terms, 3)).toBe('soit environ 5 centimes');
  expect(told(terms, 1)).toBe('soit environ 1,7 centime');
  expect(told([{ credits: 2_000, amountCents: 1_499 }], 1)).toBe('soit environ 0,7 centime');
});

test('where no pack is on sale there is no price in euros, and a sentence says so', () => {
  expect(aboutEuros([], 12, (euros) => `soit ${euros}`)).toBe('');
  expect(packsSentence([], 12)).toBe(
    'Les crédits ne sont pas encore en vente. Ils le seront bientôt.',
  );
});

test('the actual price is shown next to it', () => {
  expect(plainSpaces(packsSentence(terms, 12))).toBe(
    'Les crédits se vendent par packs, de 0,7 à 1,7 centime le crédit. Le moins cher qui suffit : 300 crédits pour 4,99 €.',
  );
  expect(plainSpaces(packsSentence(packs, 160))).toBe(
    'Les crédits se vendent par packs, de 30 à 50 centimes le crédit. Le moins cher qui suffit : 2 packs, 160 crédits pour 50,00 €.',
  );
  expect(plainSpaces(packsSentence([{ credits: 10, amountCents: 500 }], 1))).toContain(
    'à 50 centimes le crédit',
  );
});
