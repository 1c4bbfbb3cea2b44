import { useCallback, useEffect, useRef, useState } from 'react';
import { choose } from './arrange.ts';

type Choice = {
  chosen: ReadonlySet<string>;
  /** The last pressed one: a range begins there. */
  lastId: string | null;
  /** A press on a chapter's box; a range reaches from the last pressed one. Never changes. */
  press: (id: string, isRange: boolean) => void;
  /** Chooses these too. */
  add: (ids: readonly string[]) => void;
  clear: () => void;
};

/**
 * The chosen chapters of a list.
 * @param shown their ids in the shown order, which a range follows.
 */
export function useChoice(shown: readonly string[]): Choice {
  const [{ chosen, lastId }, set] = useState(nothing);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const press = useCallback((id: string, isRange: boolean) => {
    const { current } = latest;
    set((before) => ({
      chosen: choose(before.chosen, current, { id, lastId: before.lastId, isRange }),
      lastId: id,
    }));
  }, []);
  return {
    chosen,
    lastId,
    press,
    add: (ids) => set({ chosen: new Set([...chosen, ...ids]), lastId: ids.at(-1) ?? lastId }),
    clear: () => set(nothing),
  };
}

const nothing: { chosen: ReadonlySet<string>; lastId: string | null } = {
  chosen: new Set(),
  lastId: null,
};
