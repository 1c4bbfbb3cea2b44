import { useEffect, useRef, useState } from 'react';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { unlockedSentence } from '../unlock/unlocked-sentence.ts';
import { useRestPrice } from '../unlock/use-rest-price.ts';
import { markOpenChapters } from './open-chapters.ts';
import { PartOffers } from './PartOffers.tsx';
import { PriceForAll, type Priced } from './PriceForAll.tsx';

type Props = { novelId: string; price: Priced; packs: readonly PricedPack[] };

const nothingLeft = { chapters: 0, credits: 0 };

/** The price of a signed-in user's remaining chapters, and the button that unlocks them. */
export function MemberPrice({ novelId, price: forAll, packs }: Props) {
  const { price: asked, parts, refresh } = useRestPrice(novelId, forAll);
  const [isAllOpen, setAllOpen] = useState(false);
  const price = isAllOpen ? nothingLeft : asked;
  const [told, setTold] = useState('');
  const toldPlace = useRef<HTMLParagraphElement>(null);
  const left = price?.chapters;
  useEffect(() => {
    if (left !== undefined && left !== forAll.chapters) void markOpenChapters(novelId, left === 0);
  }, [novelId, left, forAll.chapters]);
  // The focused button is gone.
  useEffect(() => {
    if (told) toldPlace.current?.focus();
  }, [told]);
  return (
    <>
      {price === null && <Spinner label="Chargement..." />}
      {price?.chapters === 0 && <p className="all-open">Tous les chapitres vous sont ouverts.</p>}
      {price !== null && price.chapters > 0 && (
        <>
          <PriceForAll {...{ price, packs }} isRest={price.chapters < forAll.chapters} />
          <UnlockRest
            {...{ novelId, price, packs }}
            onPriceChanged={refresh}
            onSuspended={() => location.reload()}
            onUnlocked={(chapters) => {
              setAllOpen(true);
              setTold(unlockedSentence(chapters));
            }}
          />
        </>
      )}
      <PartOffers {...{ novelId, parts, packs }} onPriceChanged={refresh} />
      <p className="told" role="status" tabIndex={-1} ref={toldPlace}>
        {told}
      </p>
    </>
  );
}
