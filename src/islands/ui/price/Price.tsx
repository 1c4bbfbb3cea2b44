import { plural } from '#shared/site/formats.ts';
import { aboutEuros, type PricedPack } from '#shared/money/price-in-euros.ts';

type Props = {
  credits: number;
  /** The unit price of credits, from which the price in euros is computed; none: it has none. */
  packs: readonly PricedPack[];
};

/** A price in credits and about how many euros: “**12 crédits**, soit environ 0,20 €”. */
export function Price({ credits, packs }: Props) {
  return (
    <>
      <strong>{plural(credits, 'crédit')}</strong>
      <span>{aboutEuros(packs, credits, (euros) => `, soit ${euros}`)}</span>
    </>
  );
}
