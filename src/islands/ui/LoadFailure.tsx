import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from '../../styles/notice.css?inline';
import { Button } from './button/Button.tsx';

adoptStyles(styles);

type Props = {
  message: string;
  /** Left out where the same request would fail again. */
  onRetry?: () => void;
  /** Retrying: the button stays, with the focus, until the response. */
  isRetrying?: boolean;
  /** Receives the button's focus when it disappears, if nothing else does. */
  next?: RefObject<HTMLElement | null>;
};

/** An error that something could not be loaded, with a retry button where that helps. */
export function LoadFailure({ message, onRetry, isRetrying = false, next }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const giveFocus = useEffectEvent(() => next?.current?.focus());
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement)) giveFocus();
    };
  }, []);
  return (
    <div className="notice" role="alert" ref={box}>
      <p>{isRetrying ? 'Chargement...' : message}</p>
      {onRetry && (
        <Button variant="quiet" isBusy={isRetrying} onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </div>
  );
}
