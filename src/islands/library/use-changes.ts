import { useCallback, useRef, useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import type { LibraryNovelBody, LibraryStateBody } from '#shared/contracts/library.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/** What was changed by hand: the status, and the novel for a list that does not have it yet. */
type Change = { state: LibraryStateBody; novel: LibraryNovelBody };

/** By the novel's id. */
export type Changes = ReadonlyMap<string, Change>;

const none: Changes = new Map();

/**
 * What was changed by hand on this page. A novel stays in its section, with the focus, until `applyChanges`:
 * then it is listed where it belongs.
 */
export function useChanges() {
  const [changes, setChanges] = useState(none);
  const [applied, setApplied] = useState(none);
  const latest = useRef(none);
  const change = useCallback((novel: LibraryNovelBody, state: LibraryStateBody) => {
    latest.current = new Map(latest.current).set(novel._id, { state, novel });
    setChanges(latest.current);
  }, []);
  const applyChanges = useCallback(() => setApplied(changes), [changes]);
  /** Those made so far: what is loaded from now on has them. */
  const madeSoFar = useCallback(() => latest.current, []);
  return { changes, applied, change, applyChanges, madeSoFar };
}

export type MadeChanges = ReturnType<typeof useChanges>;

/**
 * Loads a list, again when the page returns, with the changes that it does not have: those made since
 * its loading began.
 */
export function useLoadedChanged<List>(
  loadList: () => Promise<Outcome<List>>,
  { changes, applied, madeSoFar }: MadeChanges,
) {
  const load = useCallback(async () => {
    const known = madeSoFar();
    const outcome = await loadList();
    return outcome.ok ? { ok: true as const, data: { list: outcome.data, known } } : outcome;
  }, [loadList, madeSoFar]);
  const [loaded, loadAgain] = useLoaded(load, { keepsLast: true, onReturn: true });
  if (loaded.kind !== 'loaded') return [loaded, loadAgain] as const;
  const { list, known } = loaded.data;
  const data = { list, changes: without(changes, known), applied: without(applied, known) };
  return [{ kind: 'loaded' as const, data }, loadAgain] as const;
}

function without(changes: Changes, known: Changes): Changes {
  if (known.size === 0) return changes;
  return new Map([...changes].filter(([id, change]) => known.get(id) !== change));
}

/** A novel with its status as it was changed. */
export function withChange(novel: LibraryNovelBody, changes: Changes): LibraryNovelBody {
  return { ...novel, ...changes.get(novel._id)?.state };
}

/** The novels with these changes; those that were added stand first. */
export function withChanges(
  novels: readonly LibraryNovelBody[],
  changes: Changes,
): readonly LibraryNovelBody[] {
  const known = new Set(novels.map(({ _id }) => _id));
  const added = [...changes.values()].filter(({ novel }) => !known.has(novel._id));
  return [...added.map(({ novel }) => novel), ...novels].map((novel) => withChange(novel, changes));
}
