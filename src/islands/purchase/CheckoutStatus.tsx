import { useEffect, useRef } from 'react';
import { Notice } from '../ui/notice/Notice.tsx';
import type { CheckoutState } from './use-checkout.ts';

type Props = {
  state: CheckoutState;
  /** Error messages, one per line. */
  failureLines: readonly string[];
};

/** Status of a starting purchase: its error, or the link to the payment page. */
export function CheckoutStatus({ state, failureLines }: Props) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It moves the pressed button down: the style sheet scrolls both into view.
    if (state.kind === 'failed') failure.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <>
      {/* Both are always rendered, so that screen readers announce their content. */}
      <div className="failure" role="alert" ref={failure}>
        {failureLines.length > 0 && (
          <Notice kind="error">
            {failureLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </Notice>
        )}
      </div>
      <p className="leaving" role="status">
        {state.kind === 'leaving' && (
          <>
            <span>{`Vous allez sur la page de paiement sécurisée. `}</span>
            <a href={state.url}>Y aller</a>
          </>
        )}
      </p>
    </>
  );
}

/** The order summary that the law requires before the button (art. L. 221-14). */
export function OrderSummary({ what, price }: { what: string; price: string }) {
  return (
    <p className="order">
      <span>{what}</span>
      <strong>{price}</strong>
    </p>
  );
}
