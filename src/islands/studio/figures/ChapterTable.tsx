import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { formatCount } from '#shared/formats.ts';
import { useFold } from './Fold.tsx';

const columns = [
  ['views', 'Vues'],
  ['readers', 'Lecteurs'],
  ['likes', 'J’aime'],
  ['comments', 'Commentaires'],
  ['unlocks', 'Déverrouillages'],
  ['creditsEarned', 'Crédits'],
] as const;

/** The figures of each chapter. */
export function ChapterTable({ chapters }: { chapters: NovelFiguresBody['chapters'] }) {
  const [shown, fold] = useFold(chapters);
  return (
    <section className="figures-part" aria-labelledby="par-chapitre">
      <h3 id="par-chapitre">Par chapitre</h3>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Tableau des chapitres">
        <table>
          <thead>
            <tr>
              <th scope="col">Chapitre</th>
              {columns.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((chapter) => (
              <tr key={chapter._id}>
                <th scope="row">
                  {`${chapter.chapterNumber}. ${chapter.title}`}
                  {!chapter.isPublished && <span className="muted"> (retiré)</span>}
                </th>
                {columns.map(([name]) => (
                  <td key={name}>{formatCount(chapter[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fold}
    </section>
  );
}
