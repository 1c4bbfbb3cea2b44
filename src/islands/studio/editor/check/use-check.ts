import type { EditorState } from 'prosemirror-state';
import { useState } from 'react';
import { countAdditions, pasteParts } from '../paste/paste-report.ts';

/**
 * Whether the check's panel is shown. It shares its place with the report of a paste: the one that came
 * last is seen, and the other again once that is closed.
 */
export function useCheck(state: EditorState | null) {
  /** What `countAdditions` was when it was opened; null: it is closed. */
  const [openedAfter, setOpenedAfter] = useState<number | null>(null);
  const additions = state ? countAdditions(state) : 0;
  const isCovered = openedAfter !== additions && state !== null && pasteParts(state).length > 0;
  const isShown = openedAfter !== null && !isCovered;
  return {
    isShown,
    toggle: () => setOpenedAfter(isShown ? null : additions),
    close: () => setOpenedAfter(null),
  };
}
