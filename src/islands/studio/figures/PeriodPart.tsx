import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { getNovelPeriod, NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { Cohorts } from './Cohorts.tsx';
import { Comparison } from './Comparison.tsx';
import { Conversions } from './Conversions.tsx';
import { Origins } from './Origins.tsx';
import { lastDays, presets, type Period } from './periods.ts';
import styles from './period.css?inline';
import { TableDownloads } from './TableDownloads.tsx';

adoptStyles(styles);

type Props = { novelId: string; today: string };

/** The figures of a period that the author chooses, the last thirty days at first. */
export function PeriodPart({ novelId, today }: Props) {
  const [period, setPeriod] = useState(() => lastDays(today, 30));
  return (
    <section className="figures-part" aria-labelledby="periode">
      <h3 id="periode">Une période</h3>
      <PeriodForm key={`${period.from} ${period.to}`} {...{ period, today }} onChosen={setPeriod} />
      <Loaded key={`${novelId} ${period.from} ${period.to}`} {...{ novelId, period }} />
    </section>
  );
}

type FormProps = { period: Period; today: string; onChosen: (period: Period) => void };

function PeriodForm({ period, today, onChosen }: FormProps) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  return (
    <>
      <div className="period-presets period-lengths" role="group" aria-label="Périodes usuelles">
        {presets.map(({ days, label }) => {
          const preset = lastDays(today, days);
          return (
            <Button
              key={days}
              variant="quiet"
              aria-pressed={preset.from === period.from && preset.to === period.to}
              onClick={() => onChosen(preset)}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <form
        className="period-form"
        onSubmit={(event) => {
          event.preventDefault();
          onChosen({ from, to });
        }}
      >
        <label className="field">
          Du
          <input
            type="date"
            required
            max={to}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        </label>
        <label className="field">
          Au
          <input
            type="date"
            required
            min={from}
            max={today}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <Button variant="quiet" type="submit">
          Voir
        </Button>
      </form>
    </>
  );
}

function Loaded({ novelId, period }: { novelId: string; period: Period }) {
  const ask = useCallback(() => {
    const input = { params: { id: novelId }, query: period };
    return call<typeof getNovelPeriod>('GET', '/api/studio/novels/{id}/period', input);
  }, [novelId, period]);
  const [loaded, loadAgain] = useLoaded(ask);
  if (loaded.kind === 'loading') return <Spinner label="Chargement de la période..." />;
  if (loaded.kind === 'failed') {
    return (
      <StudioFailure
        failure={loaded.failure}
        sentence="Erreur lors du chargement de la période"
        onRetry={loadAgain}
      />
    );
  }
  return <PeriodFigures novelId={novelId} period={loaded.data} />;
}

/** What a period has, once it is loaded. */
function PeriodFigures({ novelId, period }: { novelId: string; period: NovelPeriodBody }) {
  return (
    <>
      <Comparison period={period} />
      <Origins origins={period.origins} />
      <Conversions conversions={period.conversions} />
      <Cohorts cohorts={period.cohorts} />
      <TableDownloads novelId={novelId} period={period} />
    </>
  );
}
