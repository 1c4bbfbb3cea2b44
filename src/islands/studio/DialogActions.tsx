import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

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
