import { useState, useSyncExternalStore } from 'react';
import { useSession } from './use-session.ts';

/**
 * Whether somebody is signed in on this page: null on the server, in the first render and for
 * strangers; else a number that becomes another one when another person signs in in another tab.
 * As a `key` it forgets what was shown of the first.
 */
export function useUserKey(): number | null {
  const session = useSession();
  const isHydrated = useSyncExternalStore(neverChanges, inBrowser, onServer);
  const [person, setPerson] = useState({ id: '', round: 0 });
  if (session.kind === 'signed-in' && session.user._id !== person.id) {
    // The first name only tells who it was all along.
    const round = person.id === '' ? 0 : person.round + 1;
    setPerson({ id: session.user._id, round });
  }
  // Nobody once it was known who: they sign out, or make room for another.
  const isLeaving = session.kind === 'loading' && person.id !== '';
  return isHydrated && session.kind !== 'anonymous' && !isLeaving ? person.round : null;
}

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
