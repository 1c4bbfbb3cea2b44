import '../../../styles/fleuron.css';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Elements } from '../elements.ts';
import noticeStyles from '../../../styles/notice.css?inline';
import styles from './empty-state.css?inline';

adoptStyles(noticeStyles);
adoptStyles(styles);

type Props = {
  /** What is missing, in a sentence. */
  sentence: string;
  /** What the user can do about it. */
  hint?: string;
  /** Announces both to screen readers, for a list loaded on request. */
  isAnnounced?: boolean;
  /** The next action. */
  children?: Elements;
};

/** Replaces an empty list: one sentence, and the next action. */
export function EmptyState({ sentence, hint, isAnnounced = false, children }: Props) {
  return (
    <div className="notice notice-empty fleuron">
      <div className="empty-words" role={isAnnounced ? 'status' : undefined}>
        <p>{sentence}</p>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
