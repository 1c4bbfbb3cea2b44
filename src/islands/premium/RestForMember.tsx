import { plural } from '#shared/formats.ts';
import type { PricedPack } from '#shared/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Price } from '../ui/price/Price.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { useRestPrice, type RestPrice } from '../unlock/use-rest-price.ts';

type Props = {
  novelId: string;
  /** The anonymous price, rendered into the page. */
  forAll: RestPrice;
  packs: readonly PricedPack[];
  /** False if the panel already links to credits. */
  offersCredits: boolean;
  onUnlocked: (confirmed: RestPrice) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** Below a locked chapter: unlocks all remaining ones in one step, if there are others. */
export function RestForMember({ novelId, forAll, packs, ...rest }: Props) {
  const { price, refresh } = useRestPrice(novelId, forAll);
  // It was the only one from the start: no space is reserved.
  if (forAll.chapters < 2) return null;
  if (price === null) {
    return (
      <div className="rest">
        <Spinner label="Chargement..." />
      </div>
    );
  }
  const { chapters, credits } = price;
  // All were just unlocked elsewhere.
  if (chapters === 0) return null;
  return (
    <div className="rest">
      {chapters < 2 ? (
        <p>C’est le dernier chapitre qu’il vous reste à déverrouiller dans ce roman.</p>
      ) : (
        <>
          <p>
            {`Il vous reste ${plural(chapters, 'chapitre')} à déverrouiller dans ce roman\u00A0: `}
            <Price credits={credits} packs={packs} />.
          </p>
          <UnlockRest {...{ novelId, price, packs, ...rest }} onPriceChanged={refresh} />
        </>
      )}
    </div>
  );
}
