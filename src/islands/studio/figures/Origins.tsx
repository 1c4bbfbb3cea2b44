import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { formatCount, formatPercent } from '#shared/formats.ts';
import { originName } from '#shared/view-origins.ts';
import { useFold } from './Fold.tsx';
import { changeWords } from './periods.ts';

/** Where the readers of the period came from: pages of the site, and hosts of other sites. */
export function Origins({ origins }: Pick<NovelPeriodBody, 'origins'>) {
  const present = origins.filter(({ novelViews, views }) => novelViews + views > 0);
  const all = present.reduce((sum, { novelViews, views }) => sum + novelViews + views, 0);
  const most = Math.max(1, ...present.map(({ novelViews, views }) => novelViews + views));
  const [shown, fold] = useFold(present, 'origines');
  return (
    <section className="figures-part" aria-labelledby="d-ou-viennent">
      <h4 id="d-ou-viennent">D’où viennent les lecteurs</h4>
      {all === 0 ? (
        <p className="muted">Aucune vue dans cette période.</p>
      ) : (
        <>
          <div
            className="table-scroll origins"
            tabIndex={0}
            role="region"
            aria-label="Origine des lecteurs"
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">Origine</th>
                  <th scope="col">Part</th>
                  <th scope="col">Roman</th>
                  <th scope="col">Chapitres</th>
                  <th scope="col">Écart</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ origin, novelViews, views, before }) => (
                  <tr key={origin}>
                    <th scope="row">
                      {originName(origin)}
                      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                        <rect width={((novelViews + views) / most) * 100} height="4" />
                      </svg>
                    </th>
                    <td>{formatPercent(Math.round(((novelViews + views) / all) * 100))}</td>
                    <td>{formatCount(novelViews)}</td>
                    <td>{formatCount(views)}</td>
                    <td>{changeWords(novelViews + views, before)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {fold}
          <p className="muted figures-note">
            La page d’où l’on est venu la première fois, ou le nom de l’autre site&nbsp;; rien de
            plus n’est retenu. Sans JavaScript, une visite n’est pas comptée.
          </p>
        </>
      )}
    </section>
  );
}
