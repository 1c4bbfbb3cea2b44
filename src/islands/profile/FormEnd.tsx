type Props = {
  /** What the button that sends says; what it is doing, while it does. */
  action: string;
  isBusy: boolean;
  /** Why it was not done; '' for nothing to say. */
  failure: string;
  onCancel: () => void;
};

/** The end of a form: what went wrong, the button that sends, the one that does not. */
export function FormEnd({ action, isBusy, failure, onCancel }: Props) {
  return (
    <>
      <div className="failure" role="alert">
        {failure && <p>{failure}</p>}
      </div>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {action}
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={isBusy}
          onClick={() => isBusy || onCancel()}
        >
          Annuler
        </button>
      </div>
    </>
  );
}
