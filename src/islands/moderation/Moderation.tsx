import { useCallback } from 'react';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { listReportedComments, type ReportedComment } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import { listNoticedPaces, type NoticedPace } from '#shared/contracts/reading-paces.ts';
import { formatShortInstant, formatTime, plural } from '#shared/site/formats.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { asRows } from '../ui/use-pages.ts';
import { DeskList } from '../desk/DeskList.tsx';
import { DeskLoaded } from '../desk/DeskLoaded.tsx';
import { DeskViews } from '../desk/DeskViews.tsx';
import { ContentNotices } from './ContentNotices.tsx';
import { NameHolders } from './NameHolders.tsx';
import { Reported } from './Reported.tsx';

const views = [
  { key: '', label: 'À traiter' },
  { key: '#traites', label: 'Traités' },
  { key: '#contenus', label: 'Contenus illicites', power: 'decideNotices' },
  { key: '#journal', label: 'Journal', href: paths.deskLog(undefined, 'moderation') },
  { key: '#lectures', label: 'Lectures rapides' },
  { key: '#noms', label: 'Noms' },
] as const;

/** The moderators' page. */
export function Moderation({ role }: { role: string }) {
  return (
    <DeskViews name="Vues de la modération" role={role} views={views}>
      {(view) =>
        view === '#contenus' ? (
          <ContentNotices />
        ) : view === '#lectures' ? (
          <PaceList />
        ) : view === '#noms' ? (
          <NameHolders />
        ) : (
          <ReportedList key={view} state={view === '#traites' ? 'settled' : 'open'} />
        )
      }
    </DeskViews>
  );
}

/** Reported comments, each with its actions. */
function ReportedList({ state }: { state: 'open' | 'settled' }) {
  const load = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await call(listReportedComments, { query: { state, cursor } });
      return asRows(outcome, ({ comments: rows, nextCursor }) => ({ rows, nextCursor }));
    },
    [state],
  );
  return (
    <DeskList
      title={state === 'open' ? 'Commentaires signalés' : 'Signalements traités'}
      load={load}
      failed={messages.moderationFailed}
      empty={state === 'open' ? 'Aucun signalement à traiter.' : 'Aucun signalement traité.'}
      card={(comment: ReportedComment, done) => (
        <Reported comment={comment} isOpen={state === 'open'} onDone={done} />
      )}
    />
  );
}

const loadPaces = () => call(listNoticedPaces);

const paceColumns: readonly Column<NoticedPace>[] = [
  { label: 'Le', cell: ({ noticedAt }) => formatShortInstant(noticedAt) },
  { label: 'Rythme', cell: ({ rate }) => `${plural(rate, 'chapitre')} en une heure` },
  { label: 'État', cell: (pace) => stateWords(pace) },
  {
    label: 'Réponses',
    cell: ({ traces: { natural, mechanical, missing } }) =>
      natural + mechanical + missing === 0
        ? 'Aucune question dans cette heure.'
        : `${natural} avec un geste naturel, ${mechanical} avec un geste mécanique, ${missing} sans geste (clavier, écran tactile).`,
  },
];

/** Accounts that opened premium chapters faster than a human reads. */
const PaceList = () => (
  <DeskLoaded load={loadPaces} failed={messages.moderationPacesFailed}>
    {({ paces, perHour }) => (
      <DeskList
        title="Lectures trop rapides"
        filters={
          <p className="muted">
            {`Comptes qui, depuis un mois, ont ouvert en une heure plus de ${plural(perHour, 'chapitre payant', 'chapitres payants')} différents. Ils sont d’abord ralentis, puis arrêtés pendant une heure.`}
          </p>
        }
        head={{
          label: 'Compte',
          cell: ({ _id, name }) => <a href={paths.deskPerson(_id)}>{name}</a>,
        }}
        columns={paceColumns}
        rows={paces}
        empty="Aucun compte remarqué."
      />
    )}
  </DeskLoaded>
);

function stateWords({ state, stoppedUntil }: Pick<NoticedPace, 'state' | 'stoppedUntil'>): string {
  if (state === 'stopped' && stoppedUntil) {
    return `Arrêté jusqu’à ${formatTime(new Date(stoppedUntil))}`;
  }
  return state === 'slowed' ? 'Ralenti' : 'Terminé';
}
