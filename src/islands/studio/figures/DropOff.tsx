import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { useFold } from './Fold.tsx';
import { readerWords } from './went-on.ts';

type Props = { chapters: NovelFiguresBody['chapters'] };

/** The number of readers of each published chapter, and how many read the next. */
export function DropOff({ chapters }: Props) {
  const published = chapters.filter(({ isPublished }) => isPublished);
  const most = Math.max(1, ...published.map(({ readers }) => readers));
  const [shown, fold] = useFold(published);
  return (
    <section className="figures-part" aria-labelledby="de-chapitre-en-chapitre">
      <h3 id="de-chapitre-en-chapitre">De chapitre en chapitre</h3>
      {published.every(({ readers }) => readers === 0) ? (
        <p className="muted">Aucun lecteur connecté n’a encore laissé de trace.</p>
      ) : (
        <>
          <p className="muted figures-note">
            La barre montre les lecteurs d’un chapitre&nbsp;; sa partie vive, ceux d’entre eux qui
            ont aussi lu le suivant. Le suivant peut en avoir davantage&nbsp;: certains n’ont laissé
            de trace que là.
          </p>
          {/* Each row has text; the bars are decorative. */}
          <ol className="drop-off" aria-label="Lecteurs de chapitre en chapitre">
            {shown.map(({ _id, chapterNumber, title, readers, readersWhoWentOn }) => (
              <li key={_id}>
                <span className="drop-title">{`${chapterNumber}. ${title}`}</span>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="track" width="100" height="8" />
                  <rect className="bar" width={(readers / most) * 100} height="8" />
                  {readersWhoWentOn !== null && (
                    <rect className="went-on" width={(readersWhoWentOn / most) * 100} height="8" />
                  )}
                </svg>
                <span className="drop-words">{readerWords(readers, readersWhoWentOn)}</span>
              </li>
            ))}
          </ol>
          {fold}
        </>
      )}
    </section>
  );
}
