import { useEffect, useRef, useState } from 'react';
import { noteCheckoutBegun } from '#browser/checkout-begun.ts';
import type { Failure, Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';

/** Where a purchase stands, from the submit to the page on which it is paid. */
export type CheckoutState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'failed'; failure: Failure }
  /** The browser is on its way there; it may be held up, and then the address is offered. */
  | { kind: 'leaving'; url: string };

type Begin = () => Promise<Outcome<{ url: string }>>;

/**
 * Begins one purchase at a time, however often one presses, and goes to the page on which it is
 * paid. An answer that comes when the form is gone leads nowhere. Whoever comes back with the
 * browser's back button finds the form as it was, ready to be sent.
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

  /** Another choice makes what was said about the one before untrue. */
  const forgive = () => setState((now) => (now.kind === 'failed' ? { kind: 'idle' } : now));

  return { state, begin, forgive };
}
