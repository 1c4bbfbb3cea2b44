import { useState } from 'react';
import { adoptStyles } from '../../lib/browser/adopt-styles.ts';
import type { PricedPack } from '../../lib/shared/price-in-euros.ts';
import { ConfirmRest, type Confirmed } from './ConfirmRest.tsx';
import type { RestPrice } from './use-rest-price.ts';
import dialogStyles from '../ui/dialog.css?inline';
import styles from './unlock.css?inline';

adoptStyles(dialogStyles);
adoptStyles(styles);

type Props = {
  novelId: string;
  price: RestPrice;
  packs: readonly PricedPack[];
  className: string;
  /** Asks for the price anew: it was another one. */
  onPriceChanged: () => Promise<void>;
  onUnlocked: (confirmed: Confirmed) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** Opens all chapters that are left, after one look at what that costs. */
export function UnlockRest({ className, ...confirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Déverrouiller tous les chapitres restants
      </button>
      {isOpen && <ConfirmRest {...confirm} onClosed={() => setOpen(false)} />}
    </>
  );
}
