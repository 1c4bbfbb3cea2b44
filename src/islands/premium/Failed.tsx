import { useEffect, useRef } from 'react';
import { LoadFailure } from '../ui/LoadFailure.tsx';

type Props = {
  message: string;
  /** Absent if a retry would not help. */
  onRetry: (() => void) | null;
  isRetrying: boolean;
  /** Caused by a user action: scrolls into view and takes the focus. */
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
