import { useEffect } from 'react';
import { isSessionBroken } from '#browser/session/session-store.ts';

/**
 * Has the browser confirm leaving the page while it holds unsaved changes. After the session has ended
 * it does not ask: the draft has been saved, and the page itself navigates away.
 */
export function useHeldPage(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isSessionBroken()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isUnsaved]);
}
