import { plural } from '#shared/formats.ts';
import { aboutEuros, type PricedPack } from '#shared/price-in-euros.ts';

type Props = {
  credits: number;
  /** What credits are sold in: the price in euros follows from them. */
  packs: readonly PricedPack[];
};

/** What something costs, in credits and about how many euros: “**12 crédits**, soit environ 0,20 €”. */
export function Price({ credits, packs }: Props) {
  return (
    <>
      <strong>{plural(credits, 'crédit')}</strong>
      {`, soit ${aboutEuros(packs, credits)}`}
    </>
  );
}
