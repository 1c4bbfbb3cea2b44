import { formatCount, formatPercent, plural } from '../../../lib/shared/formats.ts';
import type { Figures } from './FiguresScreen.tsx';

type Props = { chapters: Figures['chapters'] };

/** How many readers each published chapter has, and how many of them went on to the next. */
export function DropOff({ chapters }: Props) {
  const published = chapters.filter(({ isPublished }) => isPublished);
  const most = Math.max(1, ...published.map(({ readers }) => readers));
  return (
    <section className="figures-part" aria-labelledby="de-chapitre-en-chapitre">
      <h3 id="de-chapitre-en-chapitre">De chapitre en chapitre</h3>
      {published.every(({ readers }) => readers === 0) ? (
        <p className="muted">Aucun lecteur connecté n’a encore laissé de trace.</p>
      ) : (
        // Words stand in each row: the bars only draw them.
        <ol className="drop-off" tabIndex={0} aria-label="Lecteurs de chapitre en chapitre">
          {published.map(({ _id, chapterNumber, title, readers, readersWhoWentOn }) => (
            <li key={_id}>
              <span className="drop-title">{`${chapterNumber}. ${title}`}</span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="8" />
                <rect className="bar" width={(readers / most) * 100} height="8" />
                {readersWhoWentOn !== null && (
                  <rect className="went-on" width={(readersWhoWentOn / most) * 100} height="8" />
                )}
              </svg>
              <span className="drop-words">
                {plural(readers, 'lecteur')}
                {readersWhoWentOn !== null && readers > 0 && (
                  <span className="muted">
                    {`, ${formatCount(readersWhoWentOn)} au suivant (${formatPercent(
                      Math.round((readersWhoWentOn / readers) * 100),
                    )})`}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
