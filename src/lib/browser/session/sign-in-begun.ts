import { readTab, writeTab } from '../stored-values.ts';

/** In session storage: only this tab began the sign-in. */
const key = 'sign_in_begun';

/** The server's attempts expire after this time too. */
const goesStaleAfterMs = 10 * 60_000;

/** Stored when the sign-in page is left for a provider. */
export function noteSignInBegun(nowMs: number): void {
  writeTab(key, String(nowMs));
}

/** Whether this tab left for a provider in the last ten minutes; false if unknown. */
export function hasBegunSignIn(nowMs: number): boolean {
  const ageMs = nowMs - Number(readTab(key));
  return ageMs >= 0 && ageMs <= goesStaleAfterMs;
}

/** The sign-in has ended: it applies to no other arrival. */
export function forgetSignInBegun(): void {
  writeTab(key, null);
}
