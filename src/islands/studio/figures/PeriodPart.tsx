import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { firstPeriodDay, periodDaysMax } from '#shared/constants.ts';
import { getNovelPeriod, type NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import {
  formatDay,
  formatShortDay,
  formatEuros,
  formatCount,
  formatPercent,
} from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { figureNames } from '#shared/site/figure-names.ts';
import { goTo } from '../navigation.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { Cohorts } from './Cohorts.tsx';
import { DayPlot } from './DayPlot.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { Origins } from './Origins.tsx';
import { PartLinks } from './PartLinks.tsx';
import { isPeriod, lastDays, presets, type Period, changeInEuros, changeWords } from './periods.ts';
import styles from './period.css?inline';
import { TableDownloads } from './TableDownloads.tsx';
import { DataTable } from './DataTable.tsx';
import { Bar } from './Bar.tsx';
import { shareOf } from './plot.ts';

adoptStyles(styles);

type Props = {
  novelId: string;
  today: string;
  /** Of the address; null for the last thirty days. */
  chosen: Period | null;
  /** The figures of all days. */
  children?: Elements;
};

/** The figures of a period that the author chooses (the address has it), then those of all days. */
export function PeriodPart({ novelId, today, chosen, children }: Props) {
  const period = chosen !== null && chosen.to <= today ? chosen : lastDays(today, 30);
  const { from, to } = period;
  const load = useCallback(() => {
    const input = { params: { id: novelId }, query: { from, to } };
    return call(getNovelPeriod, input);
  }, [novelId, from, to]);
  // The period before stays until the next one is there, so that nothing jumps.
  const [loaded, loadAgain] = useLoaded(load);
  const choose = (next: Period) => {
    if (next.from === from && next.to === to) return;
    const route = { screen: 'figures', novelId, period: { from: next.from, to: next.to } } as const;
    // “Back” leads out of the screen, and into it with the period that was chosen last.
    void goTo(route, { replaces: true, staysInPlace: true });
  };
  return (
    <>
      <PartLinks period={loaded.kind} />
      <FiguresPart id="periode" title="Période" className="period">
        <PeriodForm period={period} today={today} onChosen={choose} />
        {loaded.kind === 'loading' && <Spinner label="Chargement de la période..." />}
        {loaded.kind === 'failed' && (
          <StudioFailure
            failure={loaded.failure}
            sentence="Erreur lors du chargement de la période"
            onRetry={loadAgain}
          />
        )}
        {loaded.kind === 'loaded' && <PeriodFigures period={loaded.data} wanted={period} />}
      </FiguresPart>
      {/* What would be pushed down is drawn after what comes before it. */}
      {loaded.kind !== 'loading' && (
        <>
          {children}
          {loaded.kind === 'loaded' && (
            <>
              <Conversions conversions={loaded.data.conversions} />
              <Cohorts cohorts={loaded.data.cohorts} />
            </>
          )}
          <TableDownloads novelId={novelId} period={period} />
          <Notes />
        </>
      )}
    </>
  );
}

/** What a period has, once it is loaded. */
function PeriodFigures({ period, wanted }: { period: NovelPeriodBody; wanted: Period }) {
  const { from, to, days, origins } = period;
  const isOfAnother = from !== wanted.from || to !== wanted.to;
  return (
    <>
      <p role="status">{isOfAnother ? 'Chargement de la période...' : periodWords(period)}</p>
      <div className="period-loaded" aria-busy={isOfAnother}>
        <div className="period-figures">
          <Comparison period={period} />
          {days.length > 1 && <DayPlot days={days} />}
        </div>
        <Origins origins={origins} />
      </div>
    </>
  );
}

/** Its days, and what it is compared with. */
function periodWords({ from, to, before }: NovelPeriodBody): string {
  if (from === to) return `Le ${formatDay(from)}, comparé au ${formatDay(before.from)}.`;
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return `Du ${formatShortDay(from)} au ${formatShortDay(to)}, comparé aux ${length} jours d’avant.`;
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
    <div className="period-choice">
      <div className="period-lengths" role="group" aria-label="Périodes usuelles">
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
    </div>
  );
}

/** What the figures are, for who asks. */
function Notes() {
  return (
    <details className="figures-notes muted figures-note">
      <summary>Ce que comptent ces chiffres</summary>
      <p>Une vue est un appareil, une fois par jour au plus.</p>
      <p>
        Les lecteurs sont les personnes connectées qui ont laissé une trace&nbsp;: place dans le
        texte, j’aime, marque-page, commentaire ou déverrouillage. Un chapitre peut en avoir plus
        que celui d’avant&nbsp;: certains n’ont laissé de trace que là.
      </p>
      <p>
        Une origine est la page d’où l’on est venu la première fois, ou le nom de l’autre
        site&nbsp;; rien de plus n’est retenu.
      </p>
      <p>
        Les euros sont le prix d’achat des crédits dépensés ici, hors TVA et hors remboursements,
        avant tout partage avec l’éditeur&nbsp;; les crédits offerts ne valent rien. Un
        remboursement change ici le jour de la vente, même ancienne&nbsp;; un relevé le compte dans
        le mois où il a lieu. Seul un relevé fait foi.
      </p>
    </details>
  );
}

/** The figures of a period beside those of as many days before. */
function Comparison({ period: { sums, before } }: { period: NovelPeriodBody }) {
  const names = Object.entries(figureNames) as [keyof typeof figureNames, string][];
  return (
    <DataTable
      name="Période comparée"
      kind="plain"
      head={{ label: 'Chiffre', cell: ({ label }) => label }}
      columns={[
        { label: 'Période', cell: ({ now }) => now },
        { label: 'Écart', cell: ({ change }) => change },
        { label: 'Avant', cell: (row) => row.before },
      ]}
      rows={[
        ...names.map(([name, label]) => ({
          label,
          now: formatCount(sums[name]),
          change: changeWords(sums[name], before.sums[name]),
          before: formatCount(before.sums[name]),
        })),
        {
          label: 'Euros hors TVA',
          now: formatEuros(sums.netCents),
          change: changeInEuros(sums.netCents, before.sums.netCents),
          before: formatEuros(before.sums.netCents),
        },
      ]}
      keyOf={({ label }) => label}
    />
  );
}

/** How many readers of a free chapter opened the premium one after it, since it came out. */
function Conversions({ conversions }: Pick<NovelPeriodBody, 'conversions'>) {
  return (
    <FiguresPart id="vers-le-premium" title="Du gratuit au premium">
      {conversions.length === 0 ? (
        <p className="muted">Aucun chapitre premium ne suit un chapitre gratuit.</p>
      ) : (
        <ul className="conversions">
          {conversions.map(({ _id, chapterNumber, title, nextNumber, readers, opened }) => (
            <li key={_id}>
              <span>{`${chapterNumber}. ${title}`}</span>
              <Bar bright={shareOf(opened, readers)} />
              <span className="figures-note">{openedWords(readers, opened, nextNumber)}</span>
            </li>
          ))}
        </ul>
      )}
    </FiguresPart>
  );
}

/** How many of a free chapter's readers unlocked the premium one after it, in a sentence. */
export function openedWords(readers: number, opened: number, next: number): string {
  const chapter = `déverrouillé le chapitre ${next}`;
  const all = formatCount(readers);
  if (readers === 0) return 'Aucun lecteur connecté pour le moment.';
  if (readers === 1) return `Son seul lecteur ${opened === 1 ? 'a' : 'n’a pas'} ${chapter}.`;
  if (opened === 0) return `Aucun des ${all} lecteurs n’a ${chapter}.`;
  if (opened === readers) return `Les ${all} lecteurs ont tous ${chapter}.`;
  const some = opened === 1 ? '1 lecteur' : `${formatCount(opened)} lecteurs`;
  const share = formatPercent(shareOf(opened, readers));
  return `${some} sur ${all} ${opened === 1 ? 'a' : 'ont'} ${chapter} (${share}).`;
}
