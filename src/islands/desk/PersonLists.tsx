import type { DeskPersonBody } from '#shared/contracts/desk.ts';
import { mailWords } from '#shared/site/desk-words.ts';
import { formatShortInstant, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { DeskList } from './DeskList.tsx';
import { logColumns, logHead } from './LogView.tsx';
import { orderColumns, orderHead } from './SearchView.tsx';

type Row<List extends keyof DeskPersonBody> = DeskPersonBody[List] extends readonly (infer One)[]
  ? One
  : never;

const date = { label: 'Date', cell: ({ at }: { at: string }) => formatShortInstant(at) };

const mailStates = { waiting: 'En attente', sent: 'Envoyé', failed: 'Échoué' } as const;
const mailColumns: readonly Column<Row<'mails'>>[] = [
  date,
  { label: 'État', cell: ({ state }) => mailStates[state] },
  { label: 'Pourquoi', cell: ({ failure }) => failure },
];
const commentColumns: readonly Column<Row<'comments'>>[] = [
  date,
  {
    label: 'Chapitre',
    cell: ({ place: { chapterId, novelTitle, title } }) => {
      const words = `${novelTitle}, ${title}`;
      return chapterId === null ? words : <a href={paths.chapter(chapterId)}>{words}</a>;
    },
  },
  { label: 'État', cell: ({ isRemoved }) => (isRemoved ? 'Supprimé' : null) },
];
const unlockColumns: readonly Column<Row<'unlocks'>>[] = [
  date,
  { label: 'Prix', cell: ({ cost }) => (cost === undefined ? null : plural(cost, 'crédit')) },
];

/** What a person did and was sent: the newest twenty of each. */
export function PersonLists({ person }: { person: DeskPersonBody }) {
  const ownLog = logColumns.filter(({ label }) => label !== 'Personne');
  return (
    <>
      <DeskList
        title="Notes de l’équipe"
        head={{ label: 'Note', cell: ({ text }) => text }}
        columns={[date, { label: 'Par', cell: ({ writer }) => writer }]}
        rows={person.notes}
        empty="Aucune note."
      />
      <DeskList
        title="Commandes"
        head={orderHead}
        columns={orderColumns(person.orders)}
        rows={person.orders}
        empty="Aucune commande."
      />
      <DeskList
        title="E-mails envoyés"
        head={{ label: 'Objet', cell: ({ kind }) => mailWords[kind] ?? kind }}
        columns={mailColumns}
        rows={person.mails}
        empty="Aucun e-mail depuis deux mois."
      />
      <DeskList
        title="Sessions"
        head={{ label: 'Appareil', cell: ({ device }) => device || 'Inconnu' }}
        columns={[{ label: 'Vue le', cell: ({ lastUsedAt }) => formatShortInstant(lastUsedAt) }]}
        rows={person.sessions}
        keyOf={({ id }) => id}
        empty="Aucune session ouverte."
      />
      <DeskList
        title="Chapitres déverrouillés"
        head={{
          label: 'Chapitre',
          cell: ({ chapterId, novelTitle, title }) => (
            <a href={paths.chapter(chapterId)}>{`${novelTitle}, ${title}`}</a>
          ),
        }}
        columns={unlockColumns}
        rows={person.unlocks}
        keyOf={({ chapterId }) => chapterId}
        empty="Aucun chapitre déverrouillé."
      />
      <DeskList
        title="Commentaires"
        head={{ label: 'Commentaire', cell: ({ beginning }) => beginning ?? 'Mots effacés' }}
        columns={commentColumns}
        rows={person.comments}
        empty="Aucun commentaire."
      />
      <DeskList
        title="Ce qui a été fait"
        head={logHead}
        columns={ownLog}
        rows={person.log}
        keyOf={({ _id, what }) => `${_id} ${what}`}
        empty="Rien n’a été fait."
        filters={
          <p>
            <a href={paths.deskLog(person._id)}>Tout le journal de cette personne</a>
          </p>
        }
      />
    </>
  );
}
