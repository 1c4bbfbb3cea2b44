/** In the storage of the tab alone: it is about what somebody began in this very tab. */
const key = 'sign_in_begun';

/** Nobody takes longer at a provider: the server has forgotten the sign-in by then. */
const goesStaleAfterMs = 10 * 60_000;

/** Somebody leaves the sign-in page for a provider. */
export function noteSignInBegun(nowMs: number): void {
  try {
    sessionStorage.setItem(key, String(nowMs));
  } catch {
    // Closed storage: nobody begins a sign-in then, as far as can be told.
  }
}

/** Whether this tab left for a provider in the last ten minutes; no where nobody can tell. */
export function hasBegunSignIn(nowMs: number): boolean {
  try {
    const ageMs = nowMs - Number(sessionStorage.getItem(key));
    return ageMs >= 0 && ageMs <= goesStaleAfterMs;
  } catch {
    return false;
  }
}

/** The sign-in has come to its end: it explains no other arrival. */
export function forgetSignInBegun(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Closed storage holds nothing.
  }
}
