import { useCallback, useEffect, useRef, useState } from 'react';
import {
  forgetDraft,
  readDraft,
  type DraftPlace,
  type Kept,
  type ParseDraft,
} from '#browser/kept-drafts.ts';

export type KeptDraft<Value> = {
  /** The offered draft; null for none, or once answered. */
  kept: Kept<Value> | null;
  /** Restores it: no longer offered, and stored until it is saved. */
  take: () => void;
  /** The form was saved or cancelled: deletes a restored draft, leaves an open offer. */
  settle: () => void;
  /** Discards it. */
  forget: () => void;
};

/**
 * The draft of this form that was stored when a session ended (`useUnsavedWork`).
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
