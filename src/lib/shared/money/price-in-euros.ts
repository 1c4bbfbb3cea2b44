import type { CreditPack } from './credit-packs.ts';
import { formatCents, formatEuros, formatSmallPrice, plural } from '../site/formats.ts';

/** Said in the place of prices in euros where no pack is on sale. */
export const nothingSold = 'Les crédits ne sont pas encore en vente. Ils le seront bientôt.';

/** The fields of a pack that its price depends on. */
export type PricedPack = Pick<CreditPack, 'credits' | 'amountCents'>;

/** Packs bought together: how many, their credits, their price. */
export type Purchase = { packCount: number; credits: number; amountCents: number };

const nothingBought: Purchase = { packCount: 0, credits: 0, amountCents: 0 };

/**
 * The cheapest packs with at least so many credits; of equally cheap ones those with the most
 * credits, then the fewest. The packs must not be empty; `neededCredits` is a whole number from 0
 * on.
 */
export function cheapestPurchase(packs: readonly PricedPack[], neededCredits: number): Purchase {
  /** The best purchase for each number of credits up to the needed one. */
  const best: Purchase[] = [nothingBought];
  for (let needed = 1; needed <= neededCredits; needed += 1) {
    const ways = packs.map((pack) => {
      const rest = best[Math.max(0, needed - pack.credits)] ?? nothingBought;
      return {
        packCount: rest.packCount + 1,
        credits: rest.credits + pack.credits,
        amountCents: rest.amountCents + pack.amountCents,
      };
    });
    best.push(ways.reduce((one, other) => (isBetter(other, one) ? other : one)));
  }
  return best.at(-1) ?? nothingBought;
}

function isBetter(one: Purchase, other: Purchase): boolean {
  if (one.amountCents !== other.amountCents) return one.amountCents < other.amountCents;
  if (one.credits !== other.credits) return one.credits > other.credits;
  return one.packCount < other.packCount;
}

/** Stripe's minimum in euros, in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const chargeCentsMin = 50;

/**
 * The price of exactly so many credits, in cents: the smallest pack's unit price, rounded down. Null
 * below Stripe's minimum, and where packs that suffice cost no more: those are offered (decision 157).
 */
export function exactCents(packs: readonly PricedPack[], credits: number): number | null {
  const [smallest] = packs.toSorted((a, b) => a.credits - b.credits);
  if (!smallest || credits < 1) return null;
  const cents = Math.floor((credits * smallest.amountCents) / smallest.credits);
  if (cents < chargeCentsMin) return null;
  return cents < cheapestPurchase(packs, credits).amountCents ? cents : null;
}

/**
 * The share of so many credits in the price of the cheapest purchase that has them; in cents,
 * unrounded.
 */
export function shareCents(packs: readonly PricedPack[], credits: number): number {
  const purchase = cheapestPurchase(packs, credits);
  return purchase.credits === 0 ? 0 : (purchase.amountCents * credits) / purchase.credits;
}

/** The price per credit in the cheapest and in the most expensive pack; in cents, unrounded. */
export function centsPerCredit(packs: readonly PricedPack[]): { lowest: number; highest: number } {
  const rates = packs.map(({ amountCents, credits }) => amountCents / credits);
  return { lowest: Math.min(...rates), highest: Math.max(...rates) };
}

/**
 * `phrase` of “environ 0,20 €”; “environ 1,7 centime” where euros with two decimals would be off by much, or add
 * up to another sum than that of several chapters. With large letters, a phone's line is too short for
 * it: the first space is one where it may break. '' where no pack is on sale.
 */
export function aboutEuros(
  packs: readonly PricedPack[],
  credits: number,
  phrase: (euros: string) => string,
): string {
  return packs.length === 0
    ? ''
    : phrase(`environ ${formatSmallPrice(shareCents(packs, credits))}`);
}

/**
 * What has to be paid for so many credits, since they are sold in packs, or exactly so many: “Les crédits se
 * vendent par packs, de 0,7 à 1,7 centime le crédit. Le moins cher qui suffit : 300 crédits pour
 * 4,99 €.” `nothingSold` without packs. Without the exact price where it is not these credits that are missing.
 */
export function packsSentence(
  packs: readonly PricedPack[],
  credits: number,
  { isMissing = true } = {},
): string {
  if (packs.length === 0) return nothingSold;
  const { lowest, highest } = centsPerCredit(packs);
  const { packCount, credits: bought, amountCents } = cheapestPurchase(packs, credits);
  const rates =
    lowest === highest
      ? `à ${formatCents(highest)}`
      : `de ${formatCents(lowest, { isBare: true })} à ${formatCents(highest)}`;
  const way =
    packCount > 1 ? `${packCount} packs, ${plural(bought, 'crédit')}` : plural(bought, 'crédit');
  const cheapest = `Le moins cher qui suffit\u00A0: ${way} pour ${formatEuros(amountCents)}.`;
  const exact = isMissing ? exactCents(packs, credits) : null;
  const bare =
    exact === null
      ? ''
      : ` Ou exactement ces ${plural(credits, 'crédit')} pour ${formatEuros(exact)}.`;
  return `Les crédits se vendent par packs, ${rates} le crédit. ${cheapest}${bare}`;
}
