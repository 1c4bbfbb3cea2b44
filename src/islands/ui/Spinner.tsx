import './spinner.css';

/** Something is on its way: turns, and says so. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      {label}
    </p>
  );
}
