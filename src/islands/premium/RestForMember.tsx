import { plural } from '#shared/site/formats.ts';
import { aboutEuros, type PricedPack } from '#shared/money/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnlockPart } from '../unlock/UnlockPart.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { useRestPrice, type RestPrice } from '../unlock/use-rest-price.ts';

type Props = {
  novelId: string;
  /** The part that the chapter is in, by its title; null for none. */
  part: string | null;
  /** The anonymous price, rendered into the page. */
  forAll: RestPrice;
  packs: readonly PricedPack[];
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** At the end of the gate: unlocks all remaining chapters in one step, if there are others. */
export function RestForMember({ novelId, part, forAll, packs, ...rest }: Props) {
  const { price, parts, refresh } = useRestPrice(novelId, forAll);
  const classes = part === null ? 'rest' : 'rest rest-with-part';
  // It was the only one from the start: no space is reserved.
  if (forAll.chapters < 2) return null;
  if (price === null) {
    return (
      <div className={classes}>
        <Spinner label="Chargement..." />
      </div>
    );
  }
  const { chapters, credits } = price;
  // All were just unlocked elsewhere.
  if (chapters === 0) return null;
  const left = parts.find((one) => one.part === part);
  // Of a part with no other chapter, or of the whole rest, another line says as much.
  const isBundle = !left || (left.chapters > 1 && left.chapters < chapters);
  return (
    <div className={classes}>
      {part !== null && isBundle && (
        <UnlockPart {...{ novelId, left, packs, ...rest }} onPriceChanged={refresh} />
      )}
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
