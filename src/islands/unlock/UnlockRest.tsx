import { useId, useState, type ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { openPurchaseModal } from '#browser/purchase/purchase-modal.ts';
import { plural } from '#shared/site/formats.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { Button } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';
import { ConfirmRest } from './ConfirmRest.tsx';
import type { RestPrice } from './use-rest-price.ts';
import styles from './unlock.css?inline';

adoptStyles(styles);

type Props = {
  novelId: string;
  /** The title of a part: its chapters alone, instead of all that remain. */
  part?: string;
  price: RestPrice;
  packs: readonly PricedPack[];
  /** Replaces the primary button and the sentence about missing credits by one line. */
  label?: ReactNode;
  /** Reloads the price: it has changed. */
  onPriceChanged: () => Promise<void>;
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
};

/**
 * Unlocks all remaining chapters after a confirmation of the price; missing credits are shown
 * before, with the way to buy them.
 */
export function UnlockRest({ label, ...confirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const id = useId();
  const { price, novelId } = confirm;
  const buy = () => openPurchaseModal({ novelId });
  const balance = session.kind === 'signed-in' ? session.user.credits : null;
  const missing = balance === null || label !== undefined ? 0 : price.credits - balance;
  return (
    <div className="unlock-rest">
      <Button
        variant={label === undefined ? 'primary' : 'link'}
        aria-haspopup="dialog"
        aria-describedby={missing > 0 ? id : undefined}
        onClick={() => setOpen(true)}
      >
        {label ?? 'Déverrouiller tous les chapitres restants'}
      </Button>
      {missing > 0 && (
        <p className="rest-missing">
          <span id={id}>{`Il vous manque ${plural(missing, 'crédit')} pour cela.`}</span>{' '}
          {confirm.packs.length > 0 && (
            <Button variant="link" isSmall aria-haspopup="dialog" onClick={buy}>
              Acheter des crédits
            </Button>
          )}
        </p>
      )}
      {isOpen && <ConfirmRest {...confirm} onClosed={() => setOpen(false)} />}
    </div>
  );
}
