import { useState, useSyncExternalStore } from 'react';
import { useSession } from './use-session.ts';

/**
 * Whether a user is signed in on this page: null on the server, in the first render and when
 * signed out; else a number that changes when another user signs in in another tab.
 * Used as a `key`, it discards the previous user's state.
 */
export function useUserKey(): number | null {
  const session = useSession();
  const isHydrated = useSyncExternalStore(neverChanges, inBrowser, onServer);
  const [person, setPerson] = useState({ id: '', round: 0 });
  if (session.kind === 'signed-in' && session.user._id !== person.id) {
    // The first user id only resolves who it was all along.
    const round = person.id === '' ? 0 : person.round + 1;
    setPerson({ id: session.user._id, round });
  }
  // Null after a known user: they signed out, or are switching accounts.
  const isLeaving = session.kind === 'loading' && person.id !== '';
  return isHydrated && session.kind !== 'anonymous' && !isLeaving ? person.round : null;
}

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
