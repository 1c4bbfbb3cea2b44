import type { Failure } from '#browser/outcome.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';

type Props = { failure: Failure; onRetry: () => void };

/** Says that a list could not be loaded, and tries again. */
export function LibraryFailure({ failure, onRetry }: Props) {
  const { isOffline, isRateLimited, message } = failure;
  const sentence = 'Cette liste n’a pas pu être chargée.';
  return (
    <LoadFailure message={isOffline || isRateLimited ? message : sentence} onRetry={onRetry} />
  );
}
