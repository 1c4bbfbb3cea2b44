import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import '../../styles/notice.css';
import { Button } from './button/Button.tsx';

type Props = {
  message: string;
  onRetry: () => void;
  /** It is being tried again: what was pressed stays, with the focus, until that has ended. */
  isRetrying?: boolean;
  /** Takes the focus of the button when it goes, where nothing else will. */
  next?: RefObject<HTMLElement | null>;
};

/** Something could not be loaded: says so, and offers to try again. */
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
      <Button variant="quiet" isBusy={isRetrying} onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  );
}
