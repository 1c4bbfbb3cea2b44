import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { formatCount, formatDay } from '#shared/formats.ts';

/** Readers by the week of their first trace, and how many came back in the weeks after. */
export function Cohorts({ cohorts }: Pick<NovelPeriodBody, 'cohorts'>) {
  const longest = Math.max(0, ...cohorts.map(({ back }) => back.length - 1));
  const weeks = Array.from({ length: longest }, (_, index) => index + 1);
  return (
    <section className="figures-part" aria-labelledby="fidelite">
      <h4 id="fidelite">Qui revient</h4>
      {cohorts.length === 0 ? (
        <p className="muted">Aucun nouveau lecteur connecté ces douze dernières semaines.</p>
      ) : (
        <>
          <p className="muted figures-note">
            Chaque ligne est une semaine de première lecture&nbsp;; les colonnes, combien de ces
            lecteurs étaient là une semaine après, deux semaines après, etc.
          </p>
          <div
            className="table-scroll"
            tabIndex={0}
            role="region"
            aria-label="Lecteurs qui reviennent"
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">Semaine du</th>
                  <th scope="col">Nouveaux</th>
                  {weeks.map((week) => (
                    <th key={week} scope="col">
                      <abbr title={`${week} ${week === 1 ? 'semaine' : 'semaines'} après`}>
                        {`+${week}`}
                      </abbr>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {cohorts.map(({ week, readers, back }) => (
                  <tr key={week}>
                    <th scope="row">{formatDay(week)}</th>
                    <td>{formatCount(readers)}</td>
                    {weeks.map((later) => {
                      const present = back[later];
                      return (
                        <td key={later}>{present === undefined ? '' : formatCount(present)}</td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
