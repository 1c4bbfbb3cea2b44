import { useCallback, useEffect, useRef, useState } from 'react';
import {
  forgetDraft,
  readDraft,
  type DraftPlace,
  type Kept,
  type ParseDraft,
} from '#browser/kept-drafts.ts';

export type KeptDraft<Value> = {
  /** What is offered; null for nothing, or once it was answered. */
  kept: Kept<Value> | null;
  /** It is taken up: no longer offered, and kept until it is saved. */
  take: () => void;
  /** What stands in the form is saved, or given up: what was taken up goes, an offer stays. */
  settle: () => void;
  /** It is declined. */
  forget: () => void;
};

/**
 * What was kept of this form when a session ended under it (`useUnsavedWork`).
 * @param parse must not change between renders.
 */
export function useKeptDraft<Value>(
  { form, personId, subject }: DraftPlace,
  parse: ParseDraft<Value>,
): KeptDraft<Value> {
  const [kept, setKept] = useState<Kept<Value> | null>(null);
  useEffect(() => {
    let isAwaited = true;
    void readDraft({ form, personId, subject }, parse).then((found) => {
      if (isAwaited) setKept(found);
    });
    return () => {
      isAwaited = false;
    };
  }, [form, personId, subject, parse]);
  const isTaken = useRef(false);
  const take = useCallback(() => {
    isTaken.current = true;
    setKept(null);
  }, []);
  const forget = useCallback(() => {
    isTaken.current = false;
    setKept(null);
    forgetDraft({ form, personId, subject });
  }, [form, personId, subject]);
  const settle = useCallback(() => {
    if (isTaken.current) forget();
  }, [forget]);
  return { kept, take, settle, forget };
}
