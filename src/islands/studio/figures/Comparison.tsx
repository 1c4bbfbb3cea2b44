import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { figureNames } from '#shared/figure-names.ts';
import { formatEuros, formatCount, formatDay } from '#shared/formats.ts';
import { changeWords } from './periods.ts';

/** The figures of a period beside those of as many days before. */
export function Comparison({ period: { from, to, sums, before } }: { period: NovelPeriodBody }) {
  const names = Object.entries(figureNames) as [keyof typeof figureNames, string][];
  return (
    <>
      <p role="status">
        {`Du ${formatDay(from)} au ${formatDay(to)}, comparé à la période du ${formatDay(before.from)} au ${formatDay(before.to)}.`}
      </p>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Période comparée">
        <table>
          <thead>
            <tr>
              <th scope="col">Chiffre</th>
              <th scope="col">Période</th>
              <th scope="col">Écart</th>
              <th scope="col">Avant</th>
            </tr>
          </thead>
          <tbody>
            {names.map(([name, label]) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{formatCount(sums[name])}</td>
                <td>{changeWords(sums[name], before.sums[name])}</td>
                <td>{formatCount(before.sums[name])}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Euros hors TVA</th>
              <td>{formatEuros(sums.netCents)}</td>
              <td>{changeInCents(sums.netCents, before.sums.netCents)}</td>
              <td>{formatEuros(before.sums.netCents)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="muted figures-note">
        Les euros sont le prix d’achat des crédits dépensés ici, hors TVA et hors remboursements,
        avant tout partage avec l’éditeur&nbsp;; les crédits offerts ne valent rien. Un
        remboursement plus tardif les change encore&nbsp;: seul un relevé fait foi.
      </p>
    </>
  );
}

function changeInCents(now: number, before: number): string {
  if (now === before) return 'égal';
  return `${now > before ? '+' : '−'}${formatEuros(Math.abs(now - before))}`;
}
