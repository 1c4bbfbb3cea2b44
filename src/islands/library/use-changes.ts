import { useCallback, useState } from 'react';
import type { LibraryNovelBody } from '#shared/contracts/library.ts';

/** Novels by their id, as they were changed by hand on this page. */
export type Changes = ReadonlyMap<string, LibraryNovelBody>;

const none: Changes = new Map();

/**
 * What was changed by hand since the library was loaded. A novel stays in its section, with the focus,
 * until `settle`: then it is listed where it belongs.
 */
export function useChanges() {
  const [changes, setChanges] = useState(none);
  const [settled, setSettled] = useState(none);
  const change = useCallback((novel: LibraryNovelBody) => {
    setChanges((before) => new Map(before).set(novel._id, novel));
  }, []);
  const settle = useCallback(() => setSettled(changes), [changes]);
  return { changes, settled, change, settle };
}

/** The novels with these changes; those that were added stand first. */
export function withChanges(
  novels: readonly LibraryNovelBody[],
  changes: Changes,
): readonly LibraryNovelBody[] {
  const known = new Set(novels.map(({ _id }) => _id));
  const added = [...changes.values()].filter(({ _id }) => !known.has(_id));
  return [...added, ...novels.map((novel) => changes.get(novel._id) ?? novel)];
}
