import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  /** Label of the submit button, and its label while submitting. */
  action: string;
  isBusy: boolean;
  /** The error message; '' for none. */
  failure: string;
  onCancel: () => void;
};

/** The end of a form: error, submit button, cancel button. */
export function FormEnd({ action, isBusy, failure, onCancel }: Props) {
  return (
    <>
      <FailureNotice sentence={failure} />
      <div className="actions">
        <Button type="submit" aria-disabled={isBusy}>
          {action}
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || onCancel()}>
          Annuler
        </Button>
      </div>
    </>
  );
}
