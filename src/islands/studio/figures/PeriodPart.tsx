import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { firstPeriodDay, periodDaysMax } from '#shared/constants.ts';
import type { getNovelPeriod, NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { goTo } from '../navigation.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { Cohorts } from './Cohorts.tsx';
import { Comparison } from './Comparison.tsx';
import { Conversions } from './Conversions.tsx';
import { Origins } from './Origins.tsx';
import { isPeriod, lastDays, presets, type Period } from './periods.ts';
import styles from './period.css?inline';
import { TableDownloads } from './TableDownloads.tsx';

adoptStyles(styles);

type Props = {
  novelId: string;
  today: string;
  /** Of the address; null for the last thirty days. */
  chosen: Period | null;
};

/** The figures of a period that the author chooses; the address has it. */
export function PeriodPart({ novelId, today, chosen }: Props) {
  const period = chosen !== null && chosen.to <= today ? chosen : lastDays(today, 30);
  const choose = ({ from, to }: Period) => {
    if (from === period.from && to === period.to) return;
    const route = { screen: 'figures', novelId, period: { from, to } } as const;
    // “Back” leads out of the screen, and into it with the period that was chosen last.
    void goTo(route, { replaces: true, staysInPlace: true });
  };
  return (
    <section className="figures-part" aria-labelledby="periode">
      <h3 id="periode">Une période</h3>
      <PeriodForm {...{ period, today }} onChosen={choose} />
      <Loaded key={`${novelId} ${period.from} ${period.to}`} {...{ novelId, ...period }} />
    </section>
  );
}

type FormProps = { period: Period; today: string; onChosen: (period: Period) => void };

function PeriodForm({ period, today, onChosen }: FormProps) {
  const [shown, setShown] = useState(period);
  const [{ from, to }, setDays] = useState(period);
  // Not remounted, which would take the focus from the pressed button.
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setDays(period);
  }
  const see = () => {
    if (!isPeriod({ from, to })) {
      const message = `Une période a au plus ${periodDaysMax} jours.`;
      return Promise.resolve({ sentence: '', errors: [{ field: 'from', message }] });
    }
    onChosen({ from, to });
    return Promise.resolve(null);
  };
  const { onSubmit, wrong, clear } = useSubmit(see, {
    from: 'Choisissez une date, de 2000 à aujourd’hui.',
    to: 'Choisissez une date, entre le premier jour et aujourd’hui.',
  });
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
      <form className="period-form" onSubmit={onSubmit} noValidate onInput={clear}>
        <TextField
          name="from"
          label="Du"
          type="date"
          required
          error={wrong('from')}
          min={firstPeriodDay}
          max={today}
          value={from}
          onChange={({ currentTarget: { value } }) => setDays({ from: value, to })}
        />
        <TextField
          name="to"
          label="Au"
          type="date"
          required
          error={wrong('to')}
          min={from}
          max={today}
          value={to}
          onChange={({ currentTarget: { value } }) => setDays({ from, to: value })}
        />
        <Button variant="quiet" type="submit">
          Voir
        </Button>
      </form>
    </>
  );
}

function Loaded({ novelId, from, to }: Period & { novelId: string }) {
  const ask = useCallback(() => {
    const input = { params: { id: novelId }, query: { from, to } };
    return call<typeof getNovelPeriod>('GET', '/api/studio/novels/{id}/period', input);
  }, [novelId, from, to]);
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
