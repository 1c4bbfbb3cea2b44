import { accessLockMs } from '#shared/constants.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';

/**
 * Closes what was downloaded of premium texts (decision 80), and stores the lock's end in local
 * storage (specification, section 4), by this browser's clock. A wrong clock neither ends the countdown
 * at once nor makes it longer than a lock is.
 * @param lockedUntil the server's instant.
 * @returns the end in milliseconds, for a countdown.
 */
export function noteLock(lockedUntil: string, nowMs: number): number {
  const saidMs = Date.parse(lockedUntil);
  const endsMs = Math.min(
    Number.isNaN(saidMs) ? nowMs : Math.max(nowMs, saidMs),
    nowMs + accessLockMs,
    parseLock(readStored(storageKeys.accessLock), nowMs) ?? Infinity,
  );
  writeStored(storageKeys.accessLock, new Date(endsMs).toISOString());
  void import('../offline/store/vault.ts').then(
    ({ forgetPremium }) => forgetPremium(),
    () => undefined,
  );
  return endsMs;
}

/** The lock is over, or access was restored. */
export function forgetLock(): void {
  writeStored(storageKeys.accessLock, null);
}

/** The stored end, in milliseconds; null for none, a past one, or an invalid one. */
export function parseLock(stored: string | null, nowMs: number): number | null {
  if (stored === null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(stored)) return null;
  const endsMs = Date.parse(stored);
  return endsMs > nowMs && endsMs <= nowMs + accessLockMs ? endsMs : null;
}
