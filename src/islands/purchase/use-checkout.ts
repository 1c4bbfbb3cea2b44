import { useEffect, useRef, useState } from 'react';
import { noteCheckoutBegun } from '#browser/purchase/checkout-begun.ts';
import type { Failure, Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';

/** State of a purchase, from the submit to the redirect to its payment page. */
export type CheckoutState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'failed'; failure: Failure }
  /** Redirecting; if that is blocked, a link is shown. */
  | { kind: 'leaving'; url: string };

type Begin = () => Promise<Outcome<{ url: string }>>;

/**
 * Starts one purchase at a time, however often the button is pressed, and redirects to its payment
 * page. A response after unmount is ignored. After the browser's back button the form is
 * unchanged and can be sent again.
 * @returns `begin` returns the failure of an order, or null; it calls `onMade` when the order was
 * accepted.
 */
export function useCheckout(user: UserBody) {
  const [state, setState] = useState<CheckoutState>({ kind: 'idle' });
  const isUnderWay = useRef(false);
  const round = useRef(0);

  useEffect(() => {
    const rest = () => {
      round.current += 1;
      isUnderWay.current = false;
      setState({ kind: 'idle' });
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && rest();
    window.addEventListener('pageshow', onPageShow);
    return () => {
      round.current += 1;
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  const begin = async (ask: Begin, onMade: () => void): Promise<Failure | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    const current = round.current;
    setState({ kind: 'sending' });
    const outcome = await ask();
    if (round.current !== current) return null;
    if (!outcome.ok) {
      isUnderWay.current = false;
      setState({ kind: 'failed', failure: outcome });
      return outcome;
    }
    onMade();
    const { pathname, search } = location;
    noteCheckoutBegun({
      personId: user._id,
      credits: user.credits,
      returnPath: pathname + search,
    });
    setState({ kind: 'leaving', url: outcome.data.url });
    location.assign(outcome.data.url);
    return null;
  };

  /** Another choice clears the previous message. */
  const forgive = () => setState((now) => (now.kind === 'failed' ? { kind: 'idle' } : now));

  return { state, begin, forgive };
}
