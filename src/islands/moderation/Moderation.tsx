import { useCallback } from 'react';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { listReportedComments, type ReportedComment } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import { listNoticedPaces, type NoticedPace } from '#shared/contracts/reading-paces.ts';
import { de } from '#shared/text/elision.ts';
import { formatInstant, formatTime, plural } from '#shared/site/formats.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { asRows } from '../ui/use-pages.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { ActLog } from './ActLog.tsx';
import { AdminViews } from './AdminViews.tsx';
import { ContentNotices } from './ContentNotices.tsx';
import { DeskList } from './DeskList.tsx';
import { NameHolders } from './NameHolders.tsx';
import { Reported } from './Reported.tsx';

const views = [
  { key: '', label: 'À traiter' },
  { key: '#traites', label: 'Traités' },
  { key: '#contenus', label: 'Contenus illicites', power: 'decideNotices' },
  { key: '#journal', label: 'Journal' },
  { key: '#lectures', label: 'Lectures rapides' },
  { key: '#noms', label: 'Noms' },
] as const;

/** The moderators' page. */
export function Moderation() {
  const { moderation: path } = paths;
  return (
    <AdminViews
      name="Vues de la modération"
      firstAnchor="#signalements"
      path={path}
      power="moderate"
      views={views}
    >
      {(view) =>
        view === '#journal' ? (
          <ActLog />
        ) : view === '#contenus' ? (
          <ContentNotices />
        ) : view === '#lectures' ? (
          <PaceList />
        ) : view === '#noms' ? (
          <NameHolders />
        ) : (
          <ReportedList key={view} state={view === '' ? 'open' : 'settled'} />
        )
      }
    </AdminViews>
  );
}

/** Reported comments, each with its actions. */
function ReportedList({ state }: { state: 'open' | 'settled' }) {
  const load = useCallback(
    async (cursor: string | undefined) => {
      const query = { state, cursor };
      const outcome = await call(listReportedComments, {
        query,
      });
      return asRows(outcome, ({ comments: rows, nextCursor }) => ({ rows, nextCursor }));
    },
    [state],
  );
  return (
    <DeskList
      id="signales"
      title={state === 'open' ? 'Commentaires signalés' : 'Signalements traités'}
      load={load}
      failed={messages.moderationFailed}
      empty={state === 'open' ? 'Aucun signalement à traiter.' : 'Aucun signalement traité.'}
    >
      {(comment: ReportedComment, done) => (
        <Reported
          comment={comment}
          isOpen={state === 'open'}
          onDone={(sentence, after) =>
            done(sentence, (row) => {
              if (row._id === after._id) return after;
              const isSamePerson = row.writer !== null && row.writer._id === after.writer?._id;
              return isSamePerson ? { ...row, writer: after.writer } : row;
            })
          }
        />
      )}
    </DeskList>
  );
}

const load = () => call(listNoticedPaces);

type Listed = { paces: NoticedPace[]; perHour: number };

/** Accounts that opened premium chapters faster than a human reads. */
function PaceList() {
  const [loaded, loadAgain] = useLoaded(load);
  return (
    <section className="moderation-list" aria-labelledby="lectures-rapides">
      <h2 id="lectures-rapides">Lectures trop rapides</h2>
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'failed' && (
        <LoadFailure message={messages.moderationPacesFailed} onRetry={loadAgain} />
      )}
      {loaded.kind === 'loaded' && <Paces {...loaded.data} />}
    </section>
  );
}

function Paces({ paces, perHour }: Listed) {
  return (
    <>
      <p className="reported-context">
        {`Comptes qui, depuis un mois, ont ouvert en une heure plus de ${plural(perHour, 'chapitre payant', 'chapitres payants')} différents. Ils sont d’abord ralentis, puis arrêtés pendant une heure.`}
      </p>
      {paces.length === 0 ? (
        <EmptyState sentence="Aucun compte remarqué." />
      ) : (
        <ul>
          {paces.map((pace) => (
            <li key={pace._id}>
              <Pace pace={pace} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Pace({ pace: { _id, name, rate, noticedAt, traces, ...pace } }: { pace: NoticedPace }) {
  const answers = traces.natural + traces.mechanical + traces.missing;
  return (
    <article className="reported" aria-label={`Compte ${de(name)}`}>
      <header>
        <strong translate="no">{name}</strong> <span>{formatInstant(noticedAt)}</span>{' '}
        <span className="badge">{stateWords(pace)}</span>
      </header>
      <p>
        <strong>{plural(rate, 'chapitre')}</strong> en une heure.
      </p>
      <p>
        {answers === 0
          ? 'Aucune question dans cette heure.'
          : `Réponses aux questions\u00A0: ${traces.natural} avec un geste naturel, ${traces.mechanical} avec un geste mécanique, ${traces.missing} sans geste (clavier, écran tactile).`}
      </p>
      <p className="reported-context">{`Identifiant\u00A0: ${_id}`}</p>
    </article>
  );
}

function stateWords({ state, stoppedUntil }: Pick<NoticedPace, 'state' | 'stoppedUntil'>): string {
  if (state === 'stopped' && stoppedUntil) {
    return `Arrêté jusqu’à ${formatTime(new Date(stoppedUntil))}`;
  }
  return state === 'slowed' ? 'Ralenti' : 'Terminé';
}
