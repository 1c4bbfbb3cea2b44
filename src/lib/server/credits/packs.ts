import { creditCatalogues, type CreditPack } from '../../shared/credit-packs.ts';
import type { Config } from '../config/config.ts';

/** The packs on sale (design section 10). */
export function packsOnSale({ creditCatalogue }: Pick<Config, 'creditCatalogue'>): CreditPack[] {
  return [...creditCatalogues[creditCatalogue]];
}

/** A pack on sale by its id, or null. */
export function findPack(
  config: Pick<Config, 'creditCatalogue'>,
  packId: string,
): CreditPack | null {
  return packsOnSale(config).find(({ id }) => id === packId) ?? null;
}
