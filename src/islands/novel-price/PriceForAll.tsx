import { plural } from '#shared/site/formats.ts';
import { packsSentence, type PricedPack } from '#shared/money/price-in-euros.ts';
import { Price } from '../ui/price/Price.tsx';

/** Premium chapters, and their total price. */
export type Priced = { chapters: number; credits: number };

type Props = {
  price: Priced;
  packs: readonly PricedPack[];
  /** The user has unlocked some of the novel's chapters. */
  isRest?: boolean;
};

/** The price of a novel's premium chapters, in credits and euros: “12 chapitres payants : 12 crédits…” */
export function PriceForAll({ price: { chapters, credits }, packs, isRest = false }: Props) {
  const words = plural(chapters, 'chapitre payant', 'chapitres payants');
  return (
    <>
      <p>
        <span>{isRest ? `Il vous reste ${words}\u00A0: ` : `${words}\u00A0: `}</span>
        <Price credits={credits} packs={packs} />.
      </p>
      <p className="fine">{packsSentence(packs, credits)}</p>
    </>
  );
}
