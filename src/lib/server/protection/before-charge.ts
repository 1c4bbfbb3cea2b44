import type { App } from '../app.ts';
import type { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { findStop } from './reading-pace.ts';
import { refuseWithoutPass } from './session-pass.ts';

/**
 * The last check before an unlock moves credits: nobody pays for a chapter that would not open
 * afterwards. Refuses with 429 `READING_PAUSED` while the account is stopped (decision 45), with the
 * wait in `headers`, and with 403 `CHALLENGE_REQUIRED` without a pass (decision 67).
 */
export function checkBeforeCharge(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  caller: SignedIn,
  headers: Headers,
): (chapterId: string) => Promise<Refusal | null> {
  return async (chapterId) => {
    const stop = await findStop(app, { userId: caller.user.id, chapterId });
    if (stop) {
      headers.set('retry-after', String(stop.waitSeconds));
      return stop.refusal;
    }
    return refuseWithoutPass(app, caller, chapterId);
  };
}
