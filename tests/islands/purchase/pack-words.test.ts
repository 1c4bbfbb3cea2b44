import { describe, expect, test } from 'vitest';
import { bestValueId, chaptersOf, pricePerChapter } from '#islands/purchase/pack-words.ts';
import { creditCatalogues } from '#shared/money/credit-packs.ts';

const { terms, packs } = creditCatalogues;
const spaces = (text: string) => text.replaceAll(/\s/g, ' ');

describe('the pack with the lowest price per credit', () => {
  test('is the last one of either catalogue', () => {
    expect(bestValueId(terms)).toBe('plan_premium');
    expect(bestValueId(packs)).toBe('ultimate');
  });

  test('is found wherever it stands, and nowhere without packs', () => {
    expect(bestValueId(packs.toReversed())).toBe('ultimate');
    expect(bestValueId([])).toBeNull();
  });
});

test('a chapter’s price is in euros, and in cents where two decimals would hide it', () => {
  expect(terms.map(pricePerChapter).map(spaces)).toEqual([
    '1,7 centime',
    '1,1 centime',
    '0,7 centime',
  ]);
  expect(packs.map(pricePerChapter).map(spaces)).toEqual(['0,50 €', '0,40 €', '0,33 €', '0,30 €']);
  expect(spaces(pricePerChapter({ id: 'x', credits: 100, amountCents: 250 }))).toBe('2,5 centimes');
});

test('one credit is one chapter', () => {
  expect(spaces(chaptersOf({ credits: 1 }))).toBe('1 chapitre');
  expect(spaces(chaptersOf({ credits: 2000 }))).toBe('2 000 chapitres');
});
