import { plural } from '#shared/formats.ts';
import type { PricedPack } from '#shared/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Price } from '../ui/price/Price.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { useRestPrice, type RestPrice } from '../unlock/use-rest-price.ts';

type Props = {
  novelId: string;
  /** What a stranger would pay, when the page was made. */
  forAll: RestPrice;
  packs: readonly PricedPack[];
  /** False where the panel leads to credits already. */
  offersCredits: boolean;
  onUnlocked: (confirmed: RestPrice) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** Below a locked chapter: all that are left in one step, where there are others besides it. */
export function RestForMember({ novelId, forAll, packs, ...rest }: Props) {
  const { price, refresh } = useRestPrice(novelId, forAll);
  // It was the only one from the start: no room is kept.
  if (forAll.chapters < 2) return null;
  if (price === null) {
    return (
      <div className="rest">
        <Spinner label="Chargement..." />
      </div>
    );
  }
  const { chapters, credits } = price;
  // All were opened elsewhere just now.
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
