import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { listTransactions } from '#shared/contracts/credits.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/**
 * The user's purchases, newest first; reloaded when their balance changes, after a purchase, an unlock
 * or a refund. The previous list stays during a reload and after a failed one.
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
