import type { Elements } from './elements.ts';
import { Button } from './button/Button.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { Spinner } from './Spinner.tsx';
import type { Pages } from './use-pages.ts';

type Props = {
  pages: Omit<Pages<unknown>, 'change'>;
  /** What is said while the first page loads, and where one could not be loaded. */
  loading?: string;
  failed: string;
  /** Label of the button that loads the next page. */
  more?: string;
  /** Shown for a list without rows. */
  empty?: Elements;
};

/** The end of a list that is loaded page by page: loading, failed, a button for more, or empty. */
export function PageEnd({
  pages,
  loading,
  failed,
  more = 'Afficher la suite',
  empty = null,
}: Props) {
  const { rows, nextCursor, isLoading, failure, loadMore } = pages;
  const load = () => void loadMore();
  if (failure?.error === 'MALFORMED') return <LoadFailure message={failure.message} />;
  if (failure) return <LoadFailure message={failed} isRetrying={isLoading} onRetry={load} />;
  if (isLoading && rows.length === 0) return <Spinner label={loading ?? 'Chargement...'} />;
  if (nextCursor === null) return rows.length === 0 ? empty : null;
  return (
    <Button variant="quiet" isBusy={isLoading} onClick={load}>
      {isLoading ? 'Chargement...' : more}
    </Button>
  );
}
