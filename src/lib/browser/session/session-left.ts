import { safeReturnPath } from '#shared/site/return-path.ts';
import { parseFields, takeTab, writeTab } from '../stored-values.ts';
import { sessionLeftKey } from './session-left-key.ts';

/** Why and from where a session was left without the user's action. */
export type SessionLeft = {
  state: 'expired' | 'undecodable';
  /** The page that was left. */
  returnPath: string;
  /** A draft was stored on this device. */
  hasDraft: boolean;
};

/** The page is left for home, which shows the reason. */
export function noteSessionLeft(left: SessionLeft): void {
  writeTab(sessionLeftKey, JSON.stringify(left));
}

/** Reads and deletes what was stored; null for none, or an invalid entry. */
export function takeSessionLeft(): SessionLeft | null {
  // `hasKept`: of a tab of the build before.
  const { state, returnPath, hasDraft, hasKept } = parseFields(takeTab(sessionLeftKey));
  if (state !== 'expired' && state !== 'undecodable') return null;
  const path = typeof returnPath === 'string' ? safeReturnPath(returnPath) : '/';
  return { state, returnPath: path, hasDraft: hasDraft === true || hasKept === true };
}
