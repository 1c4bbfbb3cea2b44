import type { Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from '../../../styles/panel-close.css?inline';

adoptStyles(styles);

type Props = { ref?: Ref<HTMLButtonElement>; onClick: () => void };

/** The cross that closes a panel: the same icon, size and name in each. */
export function CloseCross({ ref, onClick }: Props) {
  return (
    <button ref={ref} type="button" className="panel-close" aria-label="Fermer" onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m6 6 12 12M18 6 6 18" />
      </svg>
    </button>
  );
}
