import { creditCatalogues } from '#shared/money/credit-packs.ts';
import type { Examples } from '../example.ts';
import { Price } from './Price.tsx';

const sentence = (credits: number) => (
  <p>
    Ce chapitre s’ouvre avec <Price credits={credits} packs={creditCatalogues.terms} />.
  </p>
);

export const examples: Examples = {
  component: 'Price',
  states: {
    'one credit': sentence(1),
    'several credits': sentence(12),
    'under a cent': (
      <p>
        <Price credits={1} packs={[{ credits: 1_000, amountCents: 100 }]} />
      </p>
    ),
    'a large sum': sentence(123_456),
  },
};
