import { creditCatalogues, type CreditPack } from '#shared/money/credit-packs.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import type { Config } from '#server/core/config/config.ts';

type Sales = Pick<Config, 'creditCatalogue' | 'stripe'>;

/** The packs on sale (design section 10); none without a Stripe account (decision 132). */
export function packsOnSale({ creditCatalogue, stripe }: Sales): CreditPack[] {
  return stripe === null ? [] : [...creditCatalogues[creditCatalogue]];
}

/** The part of the packs that is needed to show a price in euros; pages carry no more. */
export function pricesOnSale(config: Sales): PricedPack[] {
  return packsOnSale(config).map(({ credits, amountCents }) => ({ credits, amountCents }));
}

/** A pack on sale by its id, or null. */
export function findPack(config: Sales, packId: string): CreditPack | null {
  return packsOnSale(config).find(({ id }) => id === packId) ?? null;
}
