import { useState } from 'react';
import { formatCount } from '#shared/site/formats.ts';

/** So many rows are drawn at once: a slow phone lays out a hundred, not a thousand. */
const rowsPerPage = 100;

export type ListPages<Item = unknown> = {
  /** Those of the open page. */
  items: readonly Item[];
  /** From 0 on. */
  page: number;
  pageCount: number;
  /** The position of the page's first item in the whole list, from 0 on. */
  offset: number;
  turn: (page: number) => void;
  /** The ranks of a page's items, such as “101 à 200”. */
  ranks: (page: number) => string;
  /** The list's own name: of its title and the ranks of its items, where it has several pages. */
  name: (title: string) => string | undefined;
};

/**
 * The pages of a long list, which is all in memory.
 * @param isFirstSeen the item whose page opens first; the first page where none is.
 */
export function useListPages<Item>(
  all: readonly Item[],
  isFirstSeen: (item: Item) => boolean = () => false,
): ListPages<Item> {
  const [wanted, turn] = useState(() => pageOf(Math.max(0, all.findIndex(isFirstSeen))));
  const pageCount = Math.max(1, Math.ceil(all.length / rowsPerPage));
  // The last page may have lost all of its items.
  const page = Math.min(wanted, pageCount - 1);
  const offset = page * rowsPerPage;
  const ranks = (which: number) => {
    const first = which * rowsPerPage + 1;
    const last = Math.min((which + 1) * rowsPerPage, all.length);
    return first === last ? formatCount(last) : `${formatCount(first)} à ${formatCount(last)}`;
  };
  return {
    items: all.slice(offset, offset + rowsPerPage),
    page,
    pageCount,
    offset,
    turn,
    ranks,
    name: (title) =>
      pageCount === 1 ? undefined : `${title} ${ranks(page)} sur ${formatCount(all.length)}`,
  };
}

/** The page of an item at this position. */
export const pageOf = (position: number): number => Math.floor(position / rowsPerPage);
