import { useCallback, useRef, useState } from 'react';
import {
  forgetDraft,
  readDraft,
  type DraftPlace,
  type SavedDraft,
  type ParseDraft,
} from '#browser/drafts/saved-drafts.ts';
import { dataOr, useLoaded } from './use-loaded.ts';

export type StoredDraft<Value> = {
  /** The offered draft; null for none, or once answered. */
  stored: SavedDraft<Value> | null;
  /** Restores it: no longer offered, and stored until it is saved. */
  take: () => void;
  /** The form was saved or cancelled: deletes a restored draft, leaves an open offer. */
  finish: () => void;
  /** Discards it. */
  forget: () => void;
};

/**
 * The draft of this form that was stored when a session ended (`useUnsavedWork`).
 * @param parse must not change between renders.
 */
export function useStoredDraft<Value>(
  { form, personId, subject }: DraftPlace,
  parse: ParseDraft<Value>,
): StoredDraft<Value> {
  const load = useCallback(
    async () => ({ ok: true as const, data: await readDraft({ form, personId, subject }, parse) }),
    [form, personId, subject, parse],
  );
  const found = dataOr(useLoaded(load)[0], null, null);
  const [answered, setAnswered] = useState(found);
  const isTaken = useRef(false);
  const take = () => {
    isTaken.current = true;
    setAnswered(found);
  };
  const forget = () => {
    isTaken.current = false;
    setAnswered(found);
    forgetDraft({ form, personId, subject });
  };
  const finish = () => {
    if (isTaken.current) forget();
  };
  return { stored: found === answered ? null : found, take, finish, forget };
}
