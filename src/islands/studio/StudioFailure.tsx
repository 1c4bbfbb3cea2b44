import type { RefObject } from 'react';
import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { $route, arrivalWords } from './navigation.ts';
import { ownList } from './route.ts';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  failure: Failure;
  /** What could not be loaded, if the failure has no message. */
  sentence: string;
  onRetry: () => void;
  /** Focused when the button goes, if nothing else is. */
  next?: RefObject<HTMLElement | null>;
};

/** A screen that failed to load: with a retry if that can help. */
export function StudioFailure({ failure, sentence, onRetry, next }: Props) {
  if (failure.error === 'FORBIDDEN' || failure.error === 'NOT_FOUND') {
    // Who left the only team of a novel that they had is no longer shown a list.
    if ($route.get().screen === 'list' && arrivalWords() !== '') {
      return (
        <div className="notice" role="alert">
          <Notice kind="success">{arrivalWords()}</Notice>
          <p>{failure.message}</p>
          <ButtonLink href={paths.home}>Retour à l’accueil</ButtonLink>
        </div>
      );
    }
    return (
      <div className="notice" role="alert">
        <p>{failure.error === 'FORBIDDEN' ? failure.message : messages.studio.gone}</p>
        <StudioLink to={ownList} className="button">
          Voir mes romans
        </StudioLink>
      </div>
    );
  }
  const isSaid = failure.isRateLimited || failure.isOffline;
  const message = isSaid ? failure.message : sentence;
  return <LoadFailure message={message} onRetry={onRetry} {...(next && { next })} />;
}
