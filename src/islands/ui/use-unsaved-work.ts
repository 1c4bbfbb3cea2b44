import { useEffect, useRef } from 'react';
import { createDraftKeeper, type DraftPlace } from '../../lib/browser/kept-drafts.ts';
import { holdUnsavedWork } from '../../lib/browser/unsaved-work.ts';

/**
 * Keeps on this device what stands in a form, should the session end under it.
 * @param read what stands in it; null for nothing that would be lost.
 */
export function useUnsavedWork({ form, personId, subject }: DraftPlace, read: () => unknown): void {
  const latest = useRef(read);
  useEffect(() => void (latest.current = read), [read]);
  useEffect(() => {
    const keeper = createDraftKeeper({ form, personId, subject });
    return holdUnsavedWork(() => {
      const value = latest.current();
      return value !== null && keeper.keep(value).isStored;
    });
  }, [form, personId, subject]);
}
