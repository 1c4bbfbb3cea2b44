import { useState } from 'react';
import { choose } from './arrange.ts';

export type Choice = {
  chosen: ReadonlySet<string>;
  /** A press on a chapter's box; a range reaches from the last pressed one. */
  press: (id: string, isRange: boolean) => void;
  setAll: (ids: readonly string[]) => void;
  clear: () => void;
};

/**
 * The chosen chapters of a list.
 * @param shown their ids in the shown order, which a range follows.
 */
export function useChoice(shown: readonly string[]): Choice {
  const [{ chosen, lastId }, set] = useState(nothing);
  return {
    chosen,
    press: (id, isRange) =>
      set({ chosen: choose(chosen, shown, { id, lastId, isRange }), lastId: id }),
    setAll: (ids) => set({ chosen: new Set(ids), lastId: null }),
    clear: () => set(nothing),
  };
}

const nothing: { chosen: ReadonlySet<string>; lastId: string | null } = {
  chosen: new Set(),
  lastId: null,
};
