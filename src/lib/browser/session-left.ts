import { safeReturnPath } from '#shared/return-path.ts';

/** In the storage of the tab alone: home says there why somebody was led to it. */
const key = 'session_left';

/** Why and from where a session was left without its person's wish. */
export type SessionLeft = {
  state: 'expired' | 'undecodable';
  /** The page on which they were. */
  returnPath: string;
  /** What they were writing there was kept on this device. */
  hasKept: boolean;
};

/** The page is left for home, which is to say why. */
export function noteSessionLeft(left: SessionLeft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(left));
  } catch {
    // Closed storage: home says nothing then.
  }
}

/** Whether home has something to say. */
export function wasSessionLeft(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** What was noted, once; null where nothing was, or nothing that we could have written. */
export function takeSessionLeft(): SessionLeft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    if (typeof value !== 'object' || value === null) return null;
    const { state, returnPath, hasKept }: Record<string, unknown> = { ...value };
    if (state !== 'expired' && state !== 'undecodable') return null;
    const path = typeof returnPath === 'string' ? safeReturnPath(returnPath) : '/';
    return { state, returnPath: path, hasKept: hasKept === true };
  } catch {
    return null;
  }
}
