import type { RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import styles from './act-notice.css?inline';

adoptStyles(styles);

type Props = ActWords & {
  /** The message was dismissed. */
  onRead: () => void;
  /** Focused then: the button goes with the message. */
  focusAfter: RefObject<HTMLElement | null>;
};

/**
 * What was done with a row of a list: in sight wherever one is in a long list, and over it, so that no
 * row moves. Its parent stays at the window's end.
 */
export function ActNotice({ kind, sentence, onRead, focusAfter }: Props) {
  return (
    <div className={`act-notice is-${kind}`} data-empty={sentence === '' || undefined}>
      <p role="status">{sentence}</p>
      {sentence !== '' && (
        <Button
          variant="link"
          onClick={() => {
            onRead();
            focusAfter.current?.focus({ preventScroll: true });
          }}
        >
          Fermer
        </Button>
      )}
    </div>
  );
}

/** What is said of an act on a row of a list. */
export type ActWords = { kind: 'success' | 'error'; sentence: string };

/** Nothing was done yet, or its message was dismissed. */
export const nothingDone: ActWords = { kind: 'success', sentence: '' };
