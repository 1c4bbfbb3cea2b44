import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { OptimisticValue } from '#browser/optimistic-value.ts';
import type { Failure } from '#browser/outcome.ts';
import { drawEndActions } from '#browser/reader/end-actions.ts';
import { formatCount } from '#shared/site/formats.ts';
import { LibraryChoice } from '../novel-actions/LibraryChoice.tsx';
import { favoriteSubject, sendFavorite } from '../novel-actions/send-favorite.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Button } from '../ui/button/Button.tsx';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';

type Props = {
  like: { shown: boolean; count: number; isWaiting: boolean } & Pick<
    OptimisticValue<boolean, unknown>,
    'set'
  >;
  /** The novel, and whether the reader follows it; null while that is not known. */
  novel: { id: string; isFollowed: boolean } | null;
  /** Called with why a change of the library was taken back. */
  onFailure: (failure: Failure) => void;
};

/**
 * Like, comments, “Suivre ce roman” and library of a signed-in reader, at the chapter's end
 * (`ChapterTurns.astro`).
 */
export function EndActions({ like, novel, onFailure }: Props) {
  // When the session ends, a visitor's links stand in their place.
  useEffect(() => drawEndActions, []);
  const place = document.querySelector('.end-actions');
  if (!place) return null;
  return createPortal(
    <div role="group" aria-label="Votre avis">
      <Button
        variant="quiet"
        className="toggle"
        aria-pressed={like.shown}
        data-waiting={like.isWaiting || undefined}
        onClick={() => like.set(!like.shown)}
      >
        <Icon shape="heart" />
        <span>{like.count > 0 ? `J’aime ${formatCount(like.count)}` : 'J’aime'}</span>
      </Button>
      <Button variant="quiet" className="toggle" data-panel="comments">
        <Icon shape="bubble" />
        Commenter
      </Button>
      {novel && !novel.isFollowed && <Follow novelId={novel.id} />}
      {novel && <LibraryChoice novelId={novel.id} onFailure={onFailure} isAtEnd />}
    </div>,
    place,
  );
}

function Follow({ novelId }: { novelId: string }) {
  const { shown, set, failure, isWaiting } = useOptimisticValue(
    'favourite',
    { initial: false, send: sendFavorite(novelId) },
    favoriteSubject(novelId),
  );
  return (
    <>
      <Button
        variant="quiet"
        className="toggle follow"
        aria-pressed={shown}
        data-waiting={isWaiting || undefined}
        onClick={() => set(!shown)}
      >
        {shown ? 'Roman suivi' : 'Suivre ce roman'}
      </Button>
      {createPortal(<ChangeFailure {...{ failure, isWaiting }} />, document.body)}
    </>
  );
}
