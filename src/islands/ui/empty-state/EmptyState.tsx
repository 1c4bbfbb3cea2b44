import '../../../styles/notice.css';
import type { ReactNode } from 'react';

type Props = {
  /** What is not there, in a sentence. */
  sentence: string;
  /** Says it to screen readers when it comes: the list was asked for. */
  isAnnounced?: boolean;
  /** The way on. */
  children?: ReactNode;
};

/** Stands in the place of a list with nothing in it: one sentence, and the way on. */
export function EmptyState({ sentence, isAnnounced = false, children }: Props) {
  return (
    <div className="notice notice-empty" role={isAnnounced ? 'status' : undefined}>
      <p>{sentence}</p>
      {children}
    </div>
  );
}
