import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './spinner.css?inline';

adoptStyles(styles);

/** A loading indicator with its text. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      {label}
    </p>
  );
}
