import { useCallback, useMemo } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { exportDeskLog, listDeskLog, logKinds, type LogEntry } from '#shared/contracts/desk.ts';
import { moderateRestore } from '#shared/contracts/moderation.ts';
import { deskMessages, logWords } from '#shared/site/desk-words.ts';
import { formatShortInstant } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { Select } from '../ui/select/Select.tsx';
import { asRows } from '../ui/use-pages.ts';
import { DeskAct } from './DeskAct.tsx';
import { DeskFilters } from './DeskFilters.tsx';
import { DeskList } from './DeskList.tsx';

const kindLabels = [
  { value: '', label: 'Tout' },
  { value: 'acts', label: 'Actes de l’équipe' },
  { value: 'moderation', label: 'Modération' },
  { value: 'comments', label: 'Commentaires' },
  { value: 'money', label: 'Mouvements d’argent et de crédits' },
];

export const logHead: Column<LogEntry> = {
  label: 'Quoi',
  cell: ({ what, amount }) =>
    [logWords[what] ?? what, ...(amount === null ? [] : [amount])].join(', '),
};
export const logColumns: readonly Column<LogEntry>[] = [
  { label: 'Date', cell: ({ at }) => formatShortInstant(at) },
  {
    label: 'Par',
    cell: ({ actor, actorId }) =>
      actorId === null ? actor : <a href={paths.deskLog(undefined, undefined, actorId)}>{actor}</a>,
  },
  {
    label: 'Personne',
    cell: ({ person }) => person && <a href={paths.deskPerson(person._id)}>{person.name}</a>,
  },
  {
    label: 'Avant',
    cell: ({ before, place }) =>
      place ? (
        <>
          <span>{`${before ?? ''} `}</span>
          <a href={paths.chapter(place.chapterId)}>{`${place.novelTitle}, ${place.title}`}</a>
        </>
      ) : (
        before
      ),
  },
  { label: 'Après', cell: ({ after }) => after },
  {
    label: 'Motif',
    cell: ({ reason, order }) => (
      <>
        <span>{`${reason} `}</span>
        {order && <a href={paths.deskOrder(order._id)}>{order.number}</a>}
      </>
    ),
  },
];

/** The log: who did what, to whom, and what it changed. Its filters stand in the address. */
export function LogView({ query, role }: { query: URLSearchParams; role: string }) {
  const text = query.toString();
  const filter = useMemo(() => {
    const given = new URLSearchParams(text);
    const kind = logKinds.find((one) => one === given.get('quoi'));
    return {
      kind,
      person: given.get('personne') || undefined,
      actor: given.get('par') || undefined,
      from: given.get('du') || undefined,
      to: given.get('au') || undefined,
    };
  }, [text]);
  const load = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await call(listDeskLog, { query: { ...filter, cursor } });
      return asRows(outcome, ({ entries: rows, nextCursor }) => ({ rows, nextCursor }));
    },
    [filter],
  );
  return (
    <DeskList
      title="Journal"
      head={logHead}
      columns={logColumns}
      keyOf={({ _id, what }) => `${_id} ${what}`}
      load={load}
      failed={deskMessages.logFailed}
      empty="Rien à ce sujet."
      act={({ restorableId }, onDone) =>
        restorableId !== null && (
          <DeskAct
            label="Rétablir"
            says="Les lecteurs verront de nouveau ce commentaire."
            done="Commentaire rétabli."
            run={({ reason }) =>
              call(moderateRestore, { params: { id: restorableId }, body: { reason } })
            }
            onDone={(sentence) =>
              onDone(sentence, (row) =>
                row.restorableId === restorableId ? { ...row, restorableId: null } : row,
              )
            }
          />
        )
      }
      file={addressOf(exportDeskLog, { query: filter })}
      filters={
        <DeskFilters
          action={paths.desk}
          label="Filtrer"
          from={filter.from ?? ''}
          to={filter.to ?? ''}
        >
          <input type="hidden" name="vue" value="journal" />
          {filter.person !== undefined && (
            <input type="hidden" name="personne" value={filter.person} />
          )}
          {filter.actor !== undefined && <input type="hidden" name="par" value={filter.actor} />}
          <Select
            name="quoi"
            label="Quoi"
            options={kindLabels.filter(
              ({ value }) => value !== 'money' || hasStaffPower(role, 'seeMoney'),
            )}
            defaultValue={filter.kind ?? ''}
          />
          {(filter.person ?? filter.actor) !== undefined && (
            <a href={paths.deskLog()}>Tout le journal</a>
          )}
        </DeskFilters>
      }
    />
  );
}
