import { useCallback, useEffect, useRef } from 'react';
import { createDraftKeeper, type DraftPlace } from '#browser/kept-drafts.ts';
import { holdUnsavedWork } from '#browser/unsaved-work.ts';

/**
 * Keeps on this device what stands in a form, should the session end under it.
 * @param read what stands in it; null for nothing that would be lost.
 * @returns a function that removes the draft kept by this form; call it after a successful save.
 */
export function useUnsavedWork(
  { form, personId, subject }: DraftPlace,
  read: () => unknown,
): () => void {
  const latest = useRef(read);
  useEffect(() => void (latest.current = read), [read]);
  const keeping = useRef<ReturnType<typeof createDraftKeeper>>(null);
  useEffect(() => {
    const keeper = createDraftKeeper({ form, personId, subject });
    keeping.current = keeper;
    return holdUnsavedWork(() => {
      const value = latest.current();
      return value !== null && keeper.keep(value).isStored;
    });
  }, [form, personId, subject]);
  return useCallback(() => keeping.current?.drop(), []);
}
