import { useEffect } from 'react';

/** Has the browser ask before the page is left while something on it is unsaved. */
export function useHeldPage(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isUnsaved]);
}
