import { useCallback } from 'react';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { usePages } from '#islands/ui/use-pages.ts';
import { StudioLink } from '../StudioLink.tsx';
import { askForNovels } from '../use-more-novels.ts';

/** The novels whose held words the user may change, each with the way to them. */
export function HeldWordNovels() {
  const load = useCallback(async (cursor: string | undefined) => {
    const outcome = await askForNovels('me', '', cursor);
    if (!outcome.ok) return outcome;
    const { novels: rows, nextCursor } = outcome.data;
    return { ok: true as const, data: { rows, nextCursor } };
  }, []);
  const { rows, nextCursor, isLoading, failure, loadMore } = usePages<StudioNovelBody>(load);
  const novels = rows.filter(({ role }) => may(role, 'comments'));
  const isEmpty = novels.length === 0 && nextCursor === null && !isLoading && !failure;
  return (
    <>
      <p className="muted">
        {isEmpty ? 'Vous ne gérez les commentaires d’aucun roman.' : 'Chaque roman a les siens.'}
      </p>
      {novels.length > 0 && (
        <ul className="rule-list" aria-label="Romans">
          {novels.map(({ _id: novelId, title }) => (
            <li key={novelId}>
              <StudioLink to={{ screen: 'comment-rules', novelId }}>{title}</StudioLink>
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Spinner label="Chargement..." />}
      {failure && <LoadFailure message={messages.novelsFailed} onRetry={() => void loadMore()} />}
      {nextCursor !== null && !isLoading && !failure && (
        <Button variant="quiet" onClick={() => void loadMore()}>
          Afficher la suite
        </Button>
      )}
    </>
  );
}
