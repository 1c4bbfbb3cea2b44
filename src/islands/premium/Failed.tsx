import { useEffect, useRef } from 'react';
import { LoadFailure } from '../ui/LoadFailure.tsx';

type Props = {
  message: string;
  /** Absent where trying again would not help. */
  onRetry: (() => void) | null;
  isRetrying: boolean;
  /** It came of what the person did here: it comes into sight, and the focus with it. */
  takesFocus: boolean;
};

/** Why the chapter does not open. */
export function Failed({ message, onRetry, isRetrying, takesFocus }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const wasAskedFor = useRef(takesFocus);
  useEffect(() => {
    if (!wasAskedFor.current) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="failed" ref={box} tabIndex={-1}>
      {onRetry ? (
        <LoadFailure message={message} onRetry={onRetry} isRetrying={isRetrying} />
      ) : (
        <div className="notice" role="alert">
          <p>{message}</p>
        </div>
      )}
    </div>
  );
}
