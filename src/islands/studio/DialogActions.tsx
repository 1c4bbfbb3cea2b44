type Props = {
  /** What the first button does, in words. */
  action: string;
  isBusy: boolean;
  /** Why it was not done; '' for nothing to say. */
  failure: string;
  /** Without it the first button sends the form that it stands in. */
  onAction?: () => void;
  onClosed: () => void;
};

/** The end of a dialog: what went wrong, the button that does it, the button that does not. */
export function DialogActions({ action, isBusy, failure, onAction, onClosed }: Props) {
  return (
    <>
      <div role="alert">{failure && <p className="failure">{failure}</p>}</div>
      <div className="actions">
        <button
          type={onAction ? 'button' : 'submit'}
          className="button"
          aria-disabled={isBusy}
          onClick={onAction}
        >
          {isBusy ? 'Un instant…' : action}
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={isBusy}
          onClick={() => isBusy || onClosed()}
        >
          Annuler
        </button>
      </div>
    </>
  );
}
