import {
  useId,
  useImperativeHandle,
  useRef,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { CloseCross } from './CloseCross.tsx';
import styles from './dialog.css?inline';
import { useModal } from './use-modal.ts';

adoptStyles(styles);

export type DialogHandle = {
  /** Closes it as Escape does; what had the focus has it again at once. */
  close: () => void;
  /** For when what had the focus inside is gone. */
  focusTitle: () => void;
};

type Props = {
  ref?: Ref<DialogHandle>;
  title: string;
  className?: string;
  /** Id of what describes it. */
  describedBy?: string;
  /** Takes the focus when it opens, instead of the title. */
  first?: RefObject<HTMLElement | null>;
  /** Shows a cross beside the title. */
  hasCross?: boolean;
  /** What is under way cannot be called off. */
  isBusy?: boolean;
  /** Escape was pressed: false leaves it open. */
  mayClose?: () => boolean;
  /** It is closed, or about to be: the caller stops drawing it. */
  onClosed: () => void;
  children: ReactNode;
};

/** A modal dialog, open from its first frame to its last. */
export function Dialog(props: Props) {
  const { ref, title, className = '', describedBy, first, hasCross = false, children } = props;
  const { isBusy = false, mayClose, onClosed } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  useModal(dialog, first ?? heading, () => !isBusy && mayClose?.() !== false);
  useImperativeHandle(ref, () => ({ close, focusTitle: () => heading.current?.focus() }), []);
  const titleLine = (
    <h2 id={id} tabIndex={-1} ref={heading}>
      {title}
    </h2>
  );
  return (
    <dialog
      className={`dialog ${className}`.trimEnd()}
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onClose={onClosed}
    >
      {hasCross ? (
        <div className="dialog-head">
          {titleLine}
          <CloseCross onClick={close} />
        </div>
      ) : (
        titleLine
      )}
      {children}
    </dialog>
  );
}
