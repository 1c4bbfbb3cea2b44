import { call } from '#browser/call.ts';
import { accountPlacesMax } from '#shared/constants.ts';
import { getReadingLog, setReadingLog, type LogPeriod } from '#shared/contracts/reading-log.ts';
import { readingWordsPerMinute } from '#shared/reading/reading-speed.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const load = () => call(getReadingLog);

/** “Carnet”: what the reader read, by year and month, and the switch that ends it. */
export function ReadingLog() {
  const [loaded, loadAgain] = useLoaded(load, { keepsLast: true, onReturn: true });
  const { run, isPending, refusal } = useAction(async (isOn: boolean) => {
    const outcome = await call(setReadingLog, { body: { isOn } });
    if (!outcome.ok) return { sentence: outcome.message };
    loadAgain();
    return null;
  });
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LoadFailure message="Votre carnet n’a pas pu être chargé." onRetry={loadAgain} />;
  }
  const { isOn, periods } = loaded.data;
  const years = periods.filter(({ period }) => period.length === 4);
  return (
    <div className="reading-log">
      {isOn && years.length === 0 && (
        <EmptyState sentence="Votre carnet commence avec le premier chapitre que vous lirez." />
      )}
      {years.map((year) => (
        <Year
          key={year.period}
          year={year}
          months={periods.filter(({ period }) => period.startsWith(`${year.period}-`))}
        />
      ))}
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          aria-disabled={isPending}
          onChange={({ currentTarget }) => run(currentTarget.checked)}
        />
        Tenir mon carnet de lecture
      </label>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <p className="muted">
        {isOn
          ? `Il n’est visible que de vous. Il compte les chapitres lus jusqu’au bout en étant connecté, au mois de leur dernière lecture, parmi les ${formatCount(accountPlacesMax)} derniers dont votre compte garde la place. Le temps est estimé à ${readingWordsPerMinute}\u00A0mots par minute\u00A0: nous ne mesurons pas combien de temps vous lisez.`
          : 'Le carnet est arrêté\u00A0: rien n’est compté.'}
      </p>
    </div>
  );
}

/** “45 min” or “12 h”. */
const timeOf = ({ minutes }: LogPeriod): string =>
  minutes < 60 ? `${minutes}\u00A0min` : `${formatCount(Math.round(minutes / 60))}\u00A0h`;

function Year({ year, months }: { year: LogPeriod; months: readonly LogPeriod[] }) {
  const { run, isPending, refusal } = useAction(async () => {
    const { shareYear } = await import('./share-year.ts');
    const isShared = await shareYear(year.period, [
      `environ ${timeOf(year)}`,
      plural(year.chapters, 'chapitre'),
      plural(year.novels, 'roman'),
    ]);
    return isShared ? null : { sentence: 'L’image n’a pas pu être faite.' };
  });
  return (
    <section>
      <table>
        <thead>
          <tr>
            {[year.period, 'Temps', 'Chapitres', 'Romans'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[year, ...months].map((row) => (
            <tr key={row.period}>
              <th scope="row">{row === year ? 'Année' : monthName(row.period).split(' ')[0]}</th>
              <td>{timeOf(row)}</td>
              <td>{formatCount(row.chapters)}</td>
              <td>{formatCount(row.novels)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {year.chapters > 0 && (
        <Button variant="quiet" aria-disabled={isPending} onClick={() => run()}>
          {`Image de mon année ${year.period}`}
        </Button>
      )}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </section>
  );
}
