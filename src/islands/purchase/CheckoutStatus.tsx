import { useEffect, useRef } from 'react';
import { Notice } from '../ui/notice/Notice.tsx';
import type { CheckoutState } from './use-checkout.ts';

type Props = {
  state: CheckoutState;
  /** What is said of a failure, a line each. */
  failureLines: readonly string[];
};

/** What is to be said of a purchase that is being begun: why it failed, or where it goes on. */
export function CheckoutStatus({ state, failureLines }: Props) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It pushes down the button that was pressed: its sheet asks for room for that one too.
    if (state.kind === 'failed') failure.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <>
      {/* Both are always there, so that a screen reader hears what comes into them. */}
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
            Vous allez sur la page de paiement sécurisée. <a href={state.url}>Y aller</a>
          </>
        )}
      </p>
    </>
  );
}

/** What is ordered, in the words that the law wants before the button (art. L. 221-14). */
export function OrderSummary({ what, price }: { what: string; price: string }) {
  return (
    <p className="order">
      <span>{what}</span>
      <strong>{price}</strong>
    </p>
  );
}
