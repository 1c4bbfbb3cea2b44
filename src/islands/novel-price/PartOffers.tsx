import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PartPriceBody } from '#shared/contracts/credits.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { UnlockPart } from '../unlock/UnlockPart.tsx';
import { unlockedSentence } from '../unlock/unlocked-sentence.ts';

type Props = {
  novelId: string;
  /** What is left to unlock of each part. */
  parts: readonly PartPriceBody[];
  packs: readonly PricedPack[];
  onPriceChanged: () => Promise<void>;
};

/** Under the title of each part in the list of chapters: unlocks what is left of it. */
export function PartOffers({ parts, ...rest }: Props) {
  // A title that stands again, after another part, has its offer at the first place.
  const [places] = useState(() => {
    const found = document.querySelectorAll<HTMLElement>('.chapters [data-part]');
    return new Map([...found].toReversed().map((place) => [place.dataset.part ?? '', place]));
  });
  return Array.from(places, ([title, place]) => {
    const left = parts.find(({ part }) => part === title);
    return createPortal(<PartOffer {...rest} left={left} />, place, title);
  });
}

function PartOffer(props: Omit<Props, 'parts'> & { left: PartPriceBody | undefined }) {
  const [told, setTold] = useState('');
  const toldPlace = useRef<HTMLParagraphElement>(null);
  // The focused button is gone.
  useEffect(() => {
    if (told) toldPlace.current?.focus();
  }, [told]);
  return (
    <>
      <UnlockPart
        {...props}
        isUnderTitle
        onSuspended={() => location.reload()}
        onUnlocked={(chapters) => setTold(unlockedSentence(chapters))}
      />
      {props.left?.chapters === 0 && !told && <p>Tous ses chapitres vous sont ouverts.</p>}
      <p role="status" tabIndex={-1} ref={toldPlace}>
        {told}
      </p>
    </>
  );
}
