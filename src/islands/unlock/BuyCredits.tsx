import { useEffect, useRef } from 'react';
import { openPurchaseModal } from '#browser/purchase-modal.ts';
import { refreshUser } from '#browser/session-calls.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '../ui/button/Button.tsx';

type Props = {
  /** Names the sentence for the control that it explains. */
  id: string;
  /** Credits that are wanting, in words of their own; nothing where it is plain. */
  missing?: string;
  /** It came of a press, and what was pressed is gone: the focus comes here. */
  takesFocus?: boolean;
  /** Before the purchase opens: a dialog makes room for it. */
  onBuy?: () => void;
};

/**
 * Not enough credits, and the two ways to some: the purchase modal, and the page where it cannot be
 * loaded. Whoever comes back to the page has their balance asked for anew: they may have bought some.
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
