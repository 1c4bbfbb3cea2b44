import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { formatCount, formatShortDay } from '#shared/site/formats.ts';
import { DataTable, type Column } from './DataTable.tsx';
import { FiguresPart } from './FiguresPart.tsx';

/** Readers by the week of their first trace, and how many came back in the weeks after. */
export function Cohorts({ cohorts }: Pick<NovelPeriodBody, 'cohorts'>) {
  const longest = Math.max(0, ...cohorts.map(({ back }) => back.length - 1));
  const weeks = Array.from({ length: longest }, (_, index) => index + 1);
  return (
    <FiguresPart id="qui-revient" title="Qui revient">
      {cohorts.length === 0 ? (
        <p className="muted">Aucun nouveau lecteur connecté ces douze dernières semaines.</p>
      ) : (
        <>
          <p className="muted figures-note">
            Les nouveaux lecteurs de chaque semaine, et combien étaient là une semaine après (+1),
            deux semaines après (+2), etc.
          </p>
          <DataTable
            name="Lecteurs qui reviennent"
            kind="narrow"
            head={{ label: 'Semaine du', cell: ({ week }) => formatShortDay(week) }}
            columns={[
              { label: 'Nouveaux', cell: ({ readers }) => formatCount(readers) },
              ...weeks.map((later) => weekAfter(later)),
            ]}
            rows={cohorts}
            keyOf={({ week }) => week}
          />
        </>
      )}
    </FiguresPart>
  );
}

/** The readers who were there so many weeks later; nothing where that week is still to come. */
const weekAfter = (later: number): Column<NovelPeriodBody['cohorts'][number]> => ({
  label: `+${later}`,
  title: `${later} ${later === 1 ? 'semaine' : 'semaines'} après`,
  cell: ({ back }) => {
    const present = back[later];
    return present === undefined ? '' : formatCount(present);
  },
});
