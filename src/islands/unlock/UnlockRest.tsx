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
  /** Nothing on the page is more to be pressed than it. */
  isPrimary?: boolean;
  /** False where a way to credits stands above already. */
  offersCredits?: boolean;
  /** Asks for the price anew: it was another one. */
  onPriceChanged: () => Promise<void>;
  onUnlocked: (confirmed: Confirmed) => void;
  onSuspended: (lockedUntil: string) => void;
};

/**
 * Opens all chapters that are left, after one look at what that costs; what is missing for it is said
 * before, with the way to it.
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
