import { useState } from 'react';
import type { PartPriceBody } from '#shared/contracts/unlock.ts';
import { plural } from '#shared/site/formats.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { UnlockRest } from './UnlockRest.tsx';

type Props = {
  novelId: string;
  /** What is left of the part to unlock; undefined where no part of this title has premium chapters. */
  left: PartPriceBody | undefined;
  packs: readonly PricedPack[];
  /** The part's title stands above: it is not shown again. */
  isUnderTitle?: boolean;
  onPriceChanged: () => Promise<void>;
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** Unlocks a part in one line: its title, its chapters, its price, which a dialog confirms. */
export function UnlockPart({ left, isUnderTitle = false, ...rest }: Props) {
  /** Its author may rename it while its price is shown. */
  const [wasOffered, setOffered] = useState(false);
  if (left && !wasOffered) setOffered(true);
  if (!left) {
    return (
      wasOffered && (
        <p role="status">Cette partie a changé&nbsp;: rechargez la page pour voir son prix.</p>
      )
    );
  }
  const { part, chapters, credits } = left;
  if (chapters === 0) return null;
  const price = `${plural(chapters, 'chapitre')}, ${plural(credits, 'crédit')}`;
  return (
    <UnlockRest
      {...rest}
      part={part}
      price={{ chapters, credits }}
      label={
        <>
          <span>{isUnderTitle ? 'Déverrouiller cette partie' : 'Déverrouiller la partie'}</span>
          <span className={isUnderTitle ? 'visually-hidden' : undefined}>
            {` «\u00A0${part}\u00A0»`}
          </span>
          <span>{`\u00A0: ${price}`}</span>
        </>
      }
    />
  );
}
