import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

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
