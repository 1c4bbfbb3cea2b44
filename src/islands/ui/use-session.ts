import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session, loadSession, type Session } from '#browser/session.ts';

/** Who is signed in; asks the server once per page. `loading` on the server and at first. */
export function useSession(): Session {
  useEffect(() => void loadSession(), []);
  return useStore($session, { ssr: 'initial' });
}
