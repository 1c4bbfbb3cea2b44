import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  /** Label of the first button. */
  action: string;
  isBusy: boolean;
  /** The error message; '' for none. */
  failure: string;
  /** Absent if the first button submits the surrounding form. */
  onAction?: () => void;
  onClosed: () => void;
};

/** The end of a dialog: error, confirm button, cancel button. */
export function DialogActions({ action, isBusy, failure, onAction, onClosed }: Props) {
  return (
    <>
      <FailureNotice sentence={failure} />
      <div className="actions">
        <Button
          type={onAction ? 'button' : 'submit'}

          aria-disabled={isBusy}
          onClick={onAction}
        >
          {isBusy ? 'Un instant…' : action}
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || onClosed()}>
          Annuler
        </Button>
      </div>
    </>
  );
}
