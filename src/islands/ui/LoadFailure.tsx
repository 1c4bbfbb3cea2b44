import './require-user.css';

type Props = { message: string; onRetry: () => void };

/** Something could not be loaded: says so, and offers to try again. */
export function LoadFailure({ message, onRetry }: Props) {
  return (
    <div className="notice" role="alert">
      <p>{message}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        Réessayer
      </button>
    </div>
  );
}
