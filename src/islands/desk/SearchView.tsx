import { lazy, useCallback } from 'react';
import { call } from '#browser/call.ts';
import {
  searchDesk,
  type FoundBody,
  type FoundPerson,
  type ListedOrder,
} from '#shared/contracts/desk.ts';
import { deskMessages, orderWords, roleWords } from '#shared/site/desk-words.ts';
import { formatEuros, formatShortDay } from '#shared/site/formats.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { paths } from '#shared/site/paths.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { DeskList } from './DeskList.tsx';
import { DeskLoaded } from './DeskLoaded.tsx';

const ContentNotices = lazy(async () => ({
  default: (await import('../moderation/ContentNotices.tsx')).ContentNotices,
}));

const peopleHead: Column<FoundPerson> = {
  label: 'Personne',
  cell: ({ _id, name }) => <a href={paths.deskPerson(_id)}>{name}</a>,
};
const peopleColumns: readonly Column<FoundPerson>[] = [
  { label: 'E-mail', cell: ({ email }) => email },
  { label: 'Rôle', cell: ({ role }) => roleWords[role] ?? role },
  { label: 'Depuis', cell: ({ createdAt }) => formatShortDay(createdAt) },
];

export const orderHead: Column<ListedOrder> = {
  label: 'Commande',
  cell: ({ _id, packName }) => (
    <a href={paths.deskOrder(_id)}>{`${packName}, ${_id.slice(0, 8).toUpperCase()}`}</a>
  ),
};
const buyer: Column<ListedOrder> = {
  label: 'Personne',
  cell: ({ person }) => <a href={paths.deskPerson(person._id)}>{person.name}</a>,
};
/** `hasSums`: the server has sent them. */
export const orderColumns = (rows: readonly ListedOrder[]): readonly Column<ListedOrder>[] => [
  { label: 'Date', cell: ({ createdAt }) => formatShortDay(createdAt) },
  { label: 'État', cell: ({ status }) => orderWords[status] },
  { label: 'Facture', cell: ({ invoiceNumber }) => invoiceNumber },
  ...(rows.some(({ amount }) => amount !== undefined)
    ? [
        {
          label: 'Montant',
          cell: ({ amount }: ListedOrder) => amount !== undefined && formatEuros(amount),
        },
        {
          label: 'Remboursé',
          cell: ({ refunded }: ListedOrder) => (refunded ? formatEuros(refunded) : null),
        },
      ]
    : []),
];

const novelHead: Column<FoundBody['novels'][number]> = {
  label: 'Roman',
  cell: ({ slug, title, isDraft }) => (isDraft ? title : <a href={paths.novel(slug)}>{title}</a>),
};
const novelColumns: readonly Column<FoundBody['novels'][number]>[] = [
  { label: 'Auteur', cell: ({ authorName }) => authorName },
  { label: 'État', cell: ({ isDraft }) => (isDraft ? 'Brouillon' : 'Paru') },
];

/** What a text leads to. */
export function SearchView({ typed, role }: { typed: string; role: string }) {
  const isOfNotice =
    typed.length <= 200 && /^S-20|@/i.test(typed) && hasStaffPower(role, 'decideNotices');
  return typed.trim() === '' ? (
    <EmptyState sentence={deskMessages.searchMissing} />
  ) : (
    <>
      <Found typed={typed} isOfNotice={isOfNotice} />
      {isOfNotice && <ContentNotices q={typed} />}
    </>
  );
}

function Found({ typed, isOfNotice }: { typed: string; isOfNotice: boolean }) {
  const load = useCallback(() => call(searchDesk, { query: { q: typed } }), [typed]);
  return (
    <DeskLoaded load={load} failed={deskMessages.searchFailed} missing={deskMessages.searchLong}>
      {(found) => <Answer typed={typed} found={found} isOfNotice={isOfNotice} />}
    </DeskLoaded>
  );
}

type AnswerProps = { typed: string; found: FoundBody; isOfNotice: boolean };

function Answer({ typed, found, isOfNotice }: AnswerProps) {
  const { people, orders, novels } = found;
  const isEmpty = people.length + orders.length + novels.length === 0 && !isOfNotice;
  return (
    <>
      {isEmpty && (
        <EmptyState
          sentence={`Rien ne répond à «\u00A0${typed}\u00A0».`}
          hint="Un nom ou un titre se cherche par trois lettres au moins."
        />
      )}
      <Some title="Personnes" head={peopleHead} columns={peopleColumns} rows={people} />
      <Some
        title="Commandes"
        head={orderHead}
        columns={[buyer, ...orderColumns(orders)]}
        rows={orders}
      />
      <Some title="Romans" head={novelHead} columns={novelColumns} rows={novels} />
    </>
  );
}

type SomeProps<Row> = {
  title: string;
  head: Column<Row>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
};

/** The rows of a kind, where there are any. */
function Some<Row extends { _id: string }>(props: SomeProps<Row>) {
  return props.rows.length > 0 && <DeskList {...props} empty="" />;
}
