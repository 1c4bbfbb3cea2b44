import type { PackBody } from '#shared/contracts/credits.ts';
import { formatSmallPrice, plural } from '#shared/site/formats.ts';

type Priced = Pick<PackBody, 'id' | 'credits' | 'amountCents'>;

/** Id of the pack with the lowest price per credit (design section 10); null without packs. */
export function bestValueId(packs: readonly Priced[]): string | null {
  const [best] = packs.toSorted((a, b) => centsPerChapter(a) - centsPerChapter(b));
  return best?.id ?? null;
}

/** “300 chapitres”: one credit unlocks one chapter (specification, section 9). */
export function chaptersOf({ credits }: Pick<Priced, 'credits'>): string {
  return plural(credits, 'chapitre');
}

/** Price per chapter in a pack: “0,40 €”, or “1,7 centime” for small amounts. */
export function pricePerChapter(pack: Priced): string {
  return formatSmallPrice(centsPerChapter(pack));
}

function centsPerChapter({ amountCents, credits }: Priced): number {
  return amountCents / credits;
}
