import { useEffect, useReducer } from 'react';
import type { Failure, Outcome } from '#browser/outcome.ts';

/** A list loaded page by page. */
export type Pages<Row> = {
  rows: readonly Row[];
  nextCursor: string | null;
  isLoading: boolean;
  failure: Failure | null;
  /** Loads the next page; after a failure, retries it. */
  loadMore: () => Promise<void>;
  /** Replaces the rows. */
  change: (change: (rows: readonly Row[]) => readonly Row[]) => void;
};

export type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

type State<Row> = Page<Row> & { isLoading: boolean; failure: Failure | null };

type Event<Row> =
  | { type: 'asked' }
  | { type: 'answered'; outcome: Outcome<Page<Row>> }
  | { type: 'changed'; change: (rows: readonly Row[]) => readonly Row[] };

function reduce<Row>(state: State<Row>, event: Event<Row>): State<Row> {
  switch (event.type) {
    case 'asked':
      return { ...state, isLoading: true };
    case 'answered': {
      const { outcome } = event;
      if (!outcome.ok) return { ...state, isLoading: false, failure: outcome };
      const { rows, nextCursor } = outcome.data;
      return { rows: [...state.rows, ...rows], nextCursor, isLoading: false, failure: null };
    }
    case 'changed':
      return { ...state, rows: event.change(state.rows) };
  }
}

/** What a call answered, as a page of rows. */
export const asRows = <Data, Row>(
  outcome: Outcome<Data>,
  toPage: (data: Data) => Page<Row>,
): Outcome<Page<Row>> => (outcome.ok ? { ok: true, data: toPage(outcome.data) } : outcome);

/**
 * @param load must be stable between renders.
 * @param first the first page, if already known; else it is loaded.
 */
export function usePages<Row>(
  load: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>,
  first?: Page<Row>,
): Pages<Row> {
  const [state, dispatch] = useReducer<State<Row>, [Event<Row>]>(reduce, {
    rows: first?.rows ?? [],
    nextCursor: first?.nextCursor ?? null,
    isLoading: first === undefined,
    failure: null,
  });
  const isFirstThere = first !== undefined;
  useEffect(() => {
    if (isFirstThere) return undefined;
    let isAwaited = true;
    void load(undefined).then((outcome) => {
      if (isAwaited) dispatch({ type: 'answered', outcome });
    });
    return () => {
      isAwaited = false;
    };
  }, [load, isFirstThere]);
  const loadMore = async () => {
    if (state.isLoading) return;
    dispatch({ type: 'asked' });
    dispatch({ type: 'answered', outcome: await load(state.nextCursor ?? undefined) });
  };
  return { ...state, loadMore, change: (change) => dispatch({ type: 'changed', change }) };
}
