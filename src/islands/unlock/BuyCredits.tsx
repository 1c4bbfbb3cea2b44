import { useEffect, useRef } from 'react';
import { openPurchaseModal } from '#browser/purchase-modal.ts';
import { refreshUser } from '#browser/session-calls.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '../ui/button/Button.tsx';

type Props = {
  /** Id of the sentence, for the control that it describes. */
  id: string;
  /** The missing credits, in a sentence; absent if obvious. */
  missing?: string;
  /** Caused by a press on a control that is gone: takes the focus. */
  takesFocus?: boolean;
  /** Called before the purchase opens: a dialog closes itself. */
  onBuy?: () => void;
};

/**
 * Not enough credits, and both ways to buy some: the purchase modal, and the page if it fails to
 * load. Refreshes the balance when the user returns to the page: they may have bought some.
 */
export function BuyCredits({ id, missing, takesFocus = false, onBuy }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refreshUser();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  return (
    <div className="buy-credits">
      <p id={id} className="buy-reason">
        {messages.creditsInsufficient}
        {missing !== undefined && ` ${missing}`}
      </p>
      <Button
        ref={button}
        aria-describedby={id}
        onClick={() => {
          onBuy?.();
          openPurchaseModal();
        }}
      >
        Acheter des crédits
      </Button>
      <a href={paths.paymentFrom(location.pathname + location.search)}>
        Acheter sur la page des crédits
      </a>
    </div>
  );
}
