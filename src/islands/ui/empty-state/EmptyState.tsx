import '../../../styles/notice.css';
import type { ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './empty-state.css?inline';

adoptStyles(styles);

type Props = {
  /** What is not there, in a sentence. */
  sentence: string;
  /** What one may do about it. */
  hint?: string;
  /** Says both to screen readers when they come: the list was asked for. */
  isAnnounced?: boolean;
  /** The way on. */
  children?: ReactNode;
};

/** Stands in the place of a list with nothing in it: one sentence, and the way on. */
export function EmptyState({ sentence, hint, isAnnounced = false, children }: Props) {
  return (
    <div className="notice notice-empty">
      <div className="empty-words" role={isAnnounced ? 'status' : undefined}>
        <p>{sentence}</p>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
