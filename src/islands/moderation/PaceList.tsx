import { call } from '#browser/call.ts';
import type { listNoticedPaces, NoticedPace } from '#shared/contracts/reading-paces.ts';
import { de } from '#shared/text/elision.ts';
import { formatInstant, formatTime, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';

const load = () => call<typeof listNoticedPaces>('GET', '/api/moderation/paces');

type Listed = { paces: NoticedPace[]; perHour: number };

/** Accounts that opened premium chapters faster than a human reads. */
export function PaceList() {
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
