import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ownList } from './route.ts';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  failure: Failure;
  /** What could not be loaded, if the failure has no message. */
  sentence: string;
  onRetry: () => void;
};

/** A screen that failed to load: with a retry if that can help. */
export function StudioFailure({ failure, sentence, onRetry }: Props) {
  if (failure.error === 'FORBIDDEN' || failure.error === 'NOT_FOUND') {
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
  return <LoadFailure message={isSaid ? failure.message : sentence} onRetry={onRetry} />;
}
