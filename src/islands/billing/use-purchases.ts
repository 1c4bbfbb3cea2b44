import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { listTransactions } from '#shared/contracts/credits.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/**
 * Somebody's purchases, newest first; asked for anew when their balance changes, for something was
 * bought then, spent or given back. What is shown stays meanwhile, and stays where nothing better comes.
 */
export function usePurchases(userId: string, credits: number) {
  const load = useCallback(
    () =>
      call<typeof listTransactions>('GET', '/api/credit/transactions/{userId}', {
        params: { userId },
      }),
    [userId],
  );
  return useLoaded(load, { keepsLast: true, follows: credits });
}
