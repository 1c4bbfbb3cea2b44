import { atom } from 'nanostores';
import type { SessionLeft } from './session-left.ts';

/** What the session's banner says (specification, section 4). */
export type SessionNotice = { /** Another number, another notice. */ id: number } & (
  | { kind: 'restoring'; state: 'underway' | 'restored' | 'failed'; refresh: () => void }
  /** The stored token was unreadable, and is deleted. */
  | { kind: 'unreadable' }
  /** The server refuses the token. `hasDraft`: a draft is stored on this device. */
  | { kind: 'ended'; hasDraft: boolean }
  /** On home: another page was left for that. */
  | ({ kind: 'left' } & SessionLeft)
);

/** Shown by the account's menu, or by home once its user is signed out. */
export const $sessionNotice = atom<SessionNotice | null>(null);

let notices = 0;

/** Shows a notice in the place of any other. */
export function showUnreadable(): void {
  $sessionNotice.set({ id: ++notices, kind: 'unreadable' });
}

export function showEnded(hasDraft: boolean): void {
  $sessionNotice.set({ id: ++notices, kind: 'ended', hasDraft });
}

export function showLeft(left: SessionLeft): void {
  $sessionNotice.set({ id: ++notices, kind: 'left', ...left });
}

/**
 * The CSRF token was refused, and is being renewed. The banner's button retries, and reloads the page
 * if `renew` fails.
 * @returns a function to be called at the end: says that the session is back, or leaves the retry to the
 *   reader.
 */
export function showRestoring(renew: () => Promise<boolean>): (isRestored: boolean) => void {
  const id = ++notices;
  const show = (state: 'underway' | 'restored' | 'failed') =>
    $sessionNotice.set({ id, kind: 'restoring', state, refresh });
  // Unless another notice, or none, has taken its place.
  const set = (state: 'underway' | 'restored' | 'failed') => {
    if ($sessionNotice.get()?.id === id) show(state);
  };
  const refresh = () => {
    set('underway');
    void renew().then((isRenewed) => {
      if (isRenewed) set('restored');
      else location.reload();
    });
  };
  show('underway');
  return (isRestored) => set(isRestored ? 'restored' : 'failed');
}
