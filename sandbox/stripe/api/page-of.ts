import type { z } from 'zod';
import type { pageParameters } from '../parameters.ts';
import { noSuch } from '../refusal.ts';

type PageWish = { [Name in keyof typeof pageParameters]?: z.output<(typeof pageParameters)[Name]> };

/** A list of Stripe's: newest first, up to `limit` (10) from the cursor. */
export function pageOf<Row extends { id: string; created: number }>(
  rows: Iterable<Row>,
  wish: PageWish,
  url: string,
) {
  const newestFirst = [...rows].reverse().filter(({ created }) => isIn(created, wish.created));
  const limit = wish.limit ?? 10;
  const data = newestFirst.slice(...range(newestFirst, wish, limit));
  const [end] = wish.ending_before ? data : data.slice(-1);
  const at = end ? newestFirst.indexOf(end) : -1;
  const hasMore = wish.ending_before ? at > 0 : at >= 0 && at < newestFirst.length - 1;
  return { object: 'list' as const, data, has_more: hasMore, url };
}

function range(
  rows: readonly { id: string }[],
  wish: PageWish,
  limit: number,
): [start: number, end: number] {
  if (wish.ending_before) {
    const end = indexOf(rows, wish.ending_before, 'ending_before');
    return [Math.max(0, end - limit), end];
  }
  const start = wish.starting_after ? indexOf(rows, wish.starting_after, 'starting_after') + 1 : 0;
  return [start, start + limit];
}

function indexOf(rows: readonly { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw noSuch('object', id, param);
  return index;
}

function isIn(created: number, filter: PageWish['created']): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return created === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return created > gt && created >= gte && created < lt && created <= lte;
}
