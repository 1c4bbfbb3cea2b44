import { call } from '#browser/call.ts';
import type { listBookmarked } from '#shared/contracts/chapters.ts';
import type { listWithdrawn } from '#shared/contracts/library.ts';
import { formatDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { BookCover, type BookNovel } from '../ui/cover/BookCover.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { LibraryFailure } from './LibraryFailure.tsx';
import { loadHistory } from './load-library.ts';

const loadBookmarks = () => call<typeof listBookmarked>('GET', '/api/chapters/bookmarked');
const loadWithdrawn = () => call<typeof listWithdrawn>('GET', '/api/library/withdrawn');
const again = { keepsLast: true, onReturn: true };

/** The chapters that the user keeps. */
export function BookmarkedChapters() {
  const [loaded, loadAgain] = useLoaded(loadBookmarks, again);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const rows = loaded.data.map(({ _id, title, chapterNumber, novelId: novel }) => ({
    ...{ id: _id, title, chapterNumber, note: null },
    novel: novel ?? { _id, title: 'Roman inconnu', genres: [], coverImage: null },
  }));
  return <ChapterRows {...{ label: 'Marque-pages', rows }} empty="Aucun marque-page." />;
}

/** The chapters that the user read last. */
export function OpenedChapters() {
  const [loaded, loadAgain] = useLoaded(loadHistory, again);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const rows = loaded.data.map(({ _id, title, chapterNumber, readAt, novel }) => ({
    ...{ id: _id, title, chapterNumber, novel },
    note: `lu le ${formatDay(readAt)}`,
  }));
  return (
    <ChapterRows {...{ label: 'Historique', rows }} empty="Aucun chapitre lu pour l’instant." />
  );
}

/** Chapters that their author withdrew, and that this reader, who unlocked them, reads on. */
export function WithdrawnChapters() {
  const [loaded] = useLoaded(loadWithdrawn, again);
  if (loaded.kind !== 'loaded' || loaded.data.length === 0) return null;
  const rows = loaded.data.map(({ _id, ...row }) => ({
    ...{ id: _id, note: 'retiré par son auteur, il reste à vous' },
    ...row,
  }));
  return (
    <section className="library-withdrawn" aria-labelledby="chapitres-retires">
      <h2 id="chapitres-retires">Chapitres retirés</h2>
      <ChapterRows {...{ label: 'Chapitres retirés', rows }} empty="" />
    </section>
  );
}

type Row = {
  id: string;
  title: string;
  chapterNumber: number;
  note: string | null;
  novel: BookNovel;
};

type RowsProps = { label: string; empty: string; rows: readonly Row[] };

function ChapterRows({ label, empty, rows }: RowsProps) {
  if (rows.length === 0) {
    return (
      <EmptyState sentence={empty}>
        <ButtonLink variant="quiet" href={paths.catalogue()}>
          Parcourir le catalogue
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="library-rows library-chapters" aria-label={label}>
      {rows.map(({ id, title, chapterNumber, note, novel }) => (
        <li key={id} className="library-row">
          <div className="library-cover">
            <BookCover novel={novel} />
          </div>
          <div className="library-names">
            <h2>
              <a href={paths.chapter(id)}>{title}</a>
            </h2>
            <p>
              {[novel.title, `chapitre\u00A0${chapterNumber}`, note]
                .filter((part) => part !== null)
                .join('\u00A0· ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
