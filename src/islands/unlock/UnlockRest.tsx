import { useId, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { openPurchaseModal } from '#browser/purchase-modal.ts';
import { plural } from '#shared/formats.ts';
import type { PricedPack } from '#shared/price-in-euros.ts';
import { Button } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';
import { ConfirmRest, type Confirmed } from './ConfirmRest.tsx';
import type { RestPrice } from './use-rest-price.ts';
import styles from './unlock.css?inline';

adoptStyles(styles);

type Props = {
  novelId: string;
  price: RestPrice;
  packs: readonly PricedPack[];
  /** The primary button of the page. */
  isPrimary?: boolean;
  /** False if a link to credits is already above. */
  offersCredits?: boolean;
  /** Reloads the price: it has changed. */
  onPriceChanged: () => Promise<void>;
  onUnlocked: (confirmed: Confirmed) => void;
  onSuspended: (lockedUntil: string) => void;
};

/**
 * Unlocks all remaining chapters after a confirmation of the price; missing credits are shown
 * before, with the way to buy them.
 */
export function UnlockRest({ isPrimary = false, offersCredits = true, ...confirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const id = useId();
  const { price } = confirm;
  const missing = session.kind === 'signed-in' ? price.credits - session.user.credits : 0;
  return (
    <div className="unlock-rest">
      <Button
        variant={isPrimary ? 'primary' : 'quiet'}
        aria-haspopup="dialog"
        aria-describedby={missing > 0 ? id : undefined}
        onClick={() => setOpen(true)}
      >
        Déverrouiller tous les chapitres restants
      </Button>
      {missing > 0 && (
        <p className="rest-missing">
          <span id={id}>{`Il vous manque ${plural(missing, 'crédit')} pour cela.`}</span>{' '}
          {offersCredits && (
            <Button variant="link" isSmall aria-haspopup="dialog" onClick={openPurchaseModal}>
              Acheter des crédits
            </Button>
          )}
        </p>
      )}
      {isOpen && <ConfirmRest {...confirm} onClosed={() => setOpen(false)} />}
    </div>
  );
}
