import { useCallback, useEffect, useRef } from 'react';
import { createDraftSaver, type DraftPlace } from '#browser/drafts/saved-drafts.ts';
import { registerUnsavedWork } from '#browser/drafts/unsaved-work.ts';

/**
 * Stores a form's values on this device if the session ends while it is open.
 * @param read returns the values; null if nothing would be lost.
 * @returns a function that removes the draft stored by this form; call it after a successful save.
 */
export function useUnsavedWork(
  { form, personId, subject }: DraftPlace,
  read: () => unknown,
): () => void {
  const latest = useRef(read);
  useEffect(() => void (latest.current = read), [read]);
  const keeping = useRef<ReturnType<typeof createDraftSaver>>(null);
  useEffect(() => {
    const keeper = createDraftSaver({ form, personId, subject });
    keeping.current = keeper;
    return registerUnsavedWork(() => {
      const value = latest.current();
      return value !== null && keeper.save(value).isStored;
    });
  }, [form, personId, subject]);
  return useCallback(() => keeping.current?.drop(), []);
}
