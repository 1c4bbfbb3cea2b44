import { useEffect, useRef } from 'react';
import { Button } from './button/Button.tsx';
import { FailureNotice } from './notice/Notice.tsx';

type Props = {
  /** Label of the first button, and its label while busy. */
  action: string;
  busyAction?: string;
  isBusy: boolean;
  /** Id of the sentence that says why it cannot be sent yet. */
  stoppedBy?: string | undefined;
  /** The error message; '' for none. */
  failure: string;
  /** Absent if the first button submits the surrounding form. */
  onAction?: () => void;
  onCancel: () => void;
};

/** The end of a form or dialog: error, button of its action, cancel button. */
export function FormEnd(props: Props) {
  const {
    action,
    busyAction = 'Un instant…',
    isBusy,
    stoppedBy,
    failure,
    onAction,
    onCancel,
  } = props;
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a long dialog the message may be below its edge.
    if (failure !== '' && !isBusy)
      actions.current?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  }, [failure, isBusy]);
  return (
    <>
      <FailureNotice sentence={failure} />
      <div className="actions" ref={actions}>
        <Button
          type={onAction ? 'button' : 'submit'}
          isBusy={isBusy}
          {...(stoppedBy !== undefined && { 'aria-disabled': true, 'aria-describedby': stoppedBy })}
          onClick={(event) => {
            // The second press of a double click on what opened it.
            if (stoppedBy !== undefined || event.detail > 1) event.preventDefault();
            else onAction?.();
          }}
        >
          {isBusy ? busyAction : action}
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || onCancel()}>
          Annuler
        </Button>
      </div>
    </>
  );
}
