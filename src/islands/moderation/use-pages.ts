import { useCallback, useEffect, useState } from 'react';
import type { Failure, Outcome } from '#browser/outcome.ts';

/** A list that comes page by page. */
export type Pages<Row> = {
  rows: readonly Row[];
  nextCursor: string | null;
  isLoading: boolean;
  failure: Failure | null;
  /** Asks for the next page; after a failure, for the same once more. */
  loadMore: () => void;
  /** Puts something else in the place of the rows. */
  change: (change: (rows: readonly Row[]) => readonly Row[]) => void;
};

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** @param load stands still between renders. */
export function usePages<Row>(
  load: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>,
): Pages<Row> {
  const [page, setPage] = useState<Page<Row>>({ rows: [], nextCursor: null });
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<Failure | null>(null);

  const take = useCallback((outcome: Outcome<Page<Row>>) => {
    setLoading(false);
    setFailure(outcome.ok ? null : outcome);
    if (!outcome.ok) return;
    const { rows, nextCursor } = outcome.data;
    setPage((before) => ({ rows: [...before.rows, ...rows], nextCursor }));
  }, []);
  useEffect(() => {
    let isAwaited = true;
    void load(undefined).then((outcome) => isAwaited && take(outcome));
    return () => {
      isAwaited = false;
    };
  }, [load, take]);
  const loadMore = () => {
    if (isLoading) return;
    setLoading(true);
    void load(page.nextCursor ?? undefined).then(take);
  };
  const change: Pages<Row>['change'] = (how) =>
    setPage((before) => ({ ...before, rows: how(before.rows) }));
  return { ...page, isLoading, failure, loadMore, change };
}
