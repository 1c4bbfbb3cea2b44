import { useEffect, useRef, type MouseEvent } from 'react';
import { openPurchaseModal, type WantedRest } from '#browser/purchase/purchase-modal.ts';
import { nothingSold, type PricedPack } from '#shared/money/price-in-euros.ts';
import { paths } from '#shared/site/paths.ts';
import { ButtonLink } from '../ui/button/Button.tsx';

type Props = {
  /** Those on sale; where there are none, a sentence replaces the link. */
  packs: readonly PricedPack[];
  /** What they are for: offered at its exact price too. */
  wanted: WantedRest;
  /** Id of the sentence that says which credits are missing. */
  describedBy: string;
  /** Caused by a press on a control that is gone: takes the focus. */
  takesFocus?: boolean;
  /** Called before the purchase opens: a dialog closes itself. */
  onBuy?: () => void;
};

/**
 * The way to missing credits: opens the purchase modal; a link to the purchase page where there is
 * none. A balance that has changed elsewhere is asked for by the session.
 */
export function BuyCredits({ packs, wanted, describedBy, takesFocus = false, onBuy }: Props) {
  const link = useRef<HTMLAnchorElement & HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  if (packs.length === 0) {
    return (
      <p className="fine" tabIndex={-1} ref={link}>
        {nothingSold}
      </p>
    );
  }
  const open = (event: MouseEvent) => {
    // In a tab of its own it is the page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    onBuy?.();
    if (openPurchaseModal(wanted)) event.preventDefault();
  };
  return (
    <ButtonLink
      ref={link}
      aria-describedby={describedBy}
      href={paths.paymentFrom(location.pathname + location.search, wanted)}
      onClick={open}
    >
      Acheter des crédits
    </ButtonLink>
  );
}
