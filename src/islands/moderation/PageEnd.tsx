import { Button } from '../ui/button/Button.tsx';
import type { Pages } from '../ui/use-pages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';

type Props = { pages: Omit<Pages<unknown>, 'change'>; failed: string; empty: string };

/** The end of a list: loading, failed, empty, or a button for more. */
export function PageEnd({ pages, failed, empty }: Props) {
  const { rows, nextCursor, isLoading, failure, loadMore } = pages;
  if (isLoading) return <Spinner label="Chargement..." />;
  if (failure) return <LoadFailure message={failed} onRetry={() => void loadMore()} />;
  if (nextCursor !== null) {
    return (
      <Button variant="quiet" onClick={() => void loadMore()}>
        Voir la suite
      </Button>
    );
  }
  return rows.length === 0 ? <EmptyState sentence={empty} /> : null;
}
