import type { ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './notice.css?inline';

adoptStyles(styles);

type Kind = 'info' | 'success' | 'warning' | 'error';

/**
 * A message in a box, beside what it is about. With a role of its own it stays mounted while
 * empty, so that new content is announced.
 */
export function Notice({ kind, ...rest }: Omit<ComponentProps<'p'>, 'className'> & { kind: Kind }) {
  return <p {...rest} className={`notice-line notice-${kind}`} />;
}

/** Announces an error; '' for none. */
export function FailureNotice({ sentence }: { sentence: string }) {
  return <div role="alert">{sentence && <Notice kind="error">{sentence}</Notice>}</div>;
}
