import type { CheckoutState } from './use-checkout.ts';

type Props = {
  state: CheckoutState;
  /** What is said of a failure, a line each. */
  failureLines: readonly string[];
};

/** What is to be said of a purchase that is being begun: why it failed, or where it goes on. */
export function CheckoutStatus({ state, failureLines }: Props) {
  return (
    <>
      {/* Both are always there, so that a screen reader hears what comes into them. */}
      <div className="failure" role="alert">
        {failureLines.length > 0 && (
          <div>
            {failureLines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
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
