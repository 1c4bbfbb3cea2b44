import { plural } from '#shared/formats.ts';
import { aboutEuros, type PricedPack } from '#shared/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { useRestPrice, type RestPrice } from '../unlock/use-rest-price.ts';

type Props = {
  novelId: string;
  /** The anonymous price, rendered into the page. */
  forAll: RestPrice;
  packs: readonly PricedPack[];
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** At the end of the gate: unlocks all remaining chapters in one step, if there are others. */
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
        <p>C’est le dernier chapitre à déverrouiller dans ce roman.</p>
      ) : (
        <UnlockRest
          {...{ novelId, price, packs, ...rest }}
          label={`Tout le reste\u00A0: ${plural(credits, 'crédit')}, ${aboutEuros(packs, credits)}`}
          onPriceChanged={refresh}
        />
      )}
    </div>
  );
}
