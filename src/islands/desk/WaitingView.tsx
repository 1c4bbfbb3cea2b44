import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import { listWaiting, type WaitingBody } from '#shared/contracts/desk-orders.ts';
import { deskMessages, waitingWords } from '#shared/site/desk-words.ts';
import { formatShortDay } from '#shared/site/formats.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { asRows } from '../ui/use-pages.ts';
import { DeskList } from './DeskList.tsx';

type Line = WaitingBody[number];

const head: Column<Line> = {
  label: 'Quoi',
  cell: ({ what, about, path }) => {
    const words = `${waitingWords[what] ?? what}\u00A0: ${about}`;
    return path === null ? words : <a href={path}>{words}</a>;
  },
};
const columns: readonly Column<Line>[] = [
  { label: 'Échéance', cell: ({ dueAt }) => dueAt && formatShortDay(dueAt) },
  { label: 'Depuis', cell: ({ since }) => since && formatShortDay(since) },
];

/** What needs a person, what is due first before the rest. */
export function WaitingView() {
  const load = useCallback(
    async () => asRows(await call(listWaiting), (rows) => ({ rows, nextCursor: null })),
    [],
  );
  return (
    <DeskList
      title="Ce qui attend"
      head={head}
      columns={columns}
      keyOf={({ what, about, path, since }) => [what, about, path, since].join(' ')}
      load={load}
      failed={deskMessages.waitingFailed}
      empty="Rien n’attend personne."
    />
  );
}
