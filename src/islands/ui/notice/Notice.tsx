import type { ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './notice.css?inline';

adoptStyles(styles);

type Kind = 'info' | 'success' | 'warning' | 'error';

/**
 * A sentence in a box, where the thing is that it is about. With a role of its own it stays on the
 * page while it is empty, and is announced when something comes in.
 */
export function Notice({ kind, ...rest }: Omit<ComponentProps<'p'>, 'className'> & { kind: Kind }) {
  return <p {...rest} className={`notice-line notice-${kind}`} />;
}

/** Announces why something was not done; '' for nothing to say. */
export function FailureNotice({ sentence }: { sentence: string }) {
  return <div role="alert">{sentence && <Notice kind="error">{sentence}</Notice>}</div>;
}
