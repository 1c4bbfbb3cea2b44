import './spinner.css';

/** A loading indicator with its text. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      {label}
    </p>
  );
}
