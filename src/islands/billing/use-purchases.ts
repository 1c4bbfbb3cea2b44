import { useCallback, useEffect, useState } from 'react';
import { call } from '#browser/call.ts';
import type { listTransactions, TransactionBody } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';

/** What is known of somebody's purchases. */
export type Purchases =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  /** Newest first. */
  | { kind: 'loaded'; list: readonly TransactionBody[] };

/**
 * Somebody's purchases; asked for anew when their balance changes, for something was bought then, spent
 * or given back. What is shown stays meanwhile, and stays where nothing better comes.
 */
export function usePurchases(userId: string, credits: number) {
  const [state, setState] = useState<Purchases>({ kind: 'loading' });
  const refresh = useCallback(async () => {
    const path = '/api/credit/transactions/{userId}';
    const outcome = await call<typeof listTransactions>('GET', path, { params: { userId } });
    setState((before) => {
      if (outcome.ok) return { kind: 'loaded', list: outcome.data };
      if (before.kind === 'loaded') return before;
      const { isRateLimited, message } = outcome;
      return { kind: 'failed', message: isRateLimited ? message : messages.transactionsFailed };
    });
  }, [userId]);
  useEffect(() => void refresh(), [refresh, credits]);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    void refresh();
  }, [refresh]);
  return { state, refresh, retry };
}
