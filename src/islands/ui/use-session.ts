import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { loadSession } from '#browser/session/session-calls.ts';
import { $session, type Session } from '#browser/session/session-store.ts';

/** The session; one request per page. `loading` on the server and at first. */
export function useSession(): Session {
  useEffect(() => void loadSession(), []);
  return useStore($session, { ssr: 'initial' });
}
