import { useId, useImperativeHandle, useRef, type Ref, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Elements } from '../elements.ts';
import { CloseCross } from './CloseCross.tsx';
import styles from './dialog.css?inline';
import { useModal } from './use-modal.ts';

adoptStyles(styles);

export type DialogHandle = {
  /** Closes it as Escape does; restores the focus at once. */
  close: () => void;
  /** For when the focused element inside was removed. */
  focusTitle: () => void;
};

type Props = {
  ref?: Ref<DialogHandle>;
  title: string;
  className?: string;
  /** Id of its description. */
  describedBy?: string;
  /** Focused when it opens, instead of the title. */
  first?: RefObject<HTMLElement | null>;
  /** Shows a cross beside the title. */
  hasCross?: boolean;
  /** An action in progress cannot be cancelled. */
  isBusy?: boolean;
  /** Called on Escape: false leaves it open. */
  mayClose?: () => boolean;
  /** Closed or closing: the caller unmounts it. */
  onClosed: () => void;
  children: Elements;
};

/** A modal dialog, open as long as it is mounted. */
export function Dialog(props: Props) {
  const { ref, title, className = '', describedBy, first, hasCross = false, children } = props;
  const { isBusy = false, mayClose, onClosed } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const isClosed = useRef(false);
  // Once: the dialog's own “close” event comes after.
  const close = () => {
    if (isClosed.current) return;
    isClosed.current = true;
    dialog.current?.close();
    onClosed();
  };
  useModal(dialog, first ?? heading, () => !isBusy && mayClose?.() !== false, close);
  useImperativeHandle(
    ref,
    () => ({
      close: () => dialog.current?.close(),
      focusTitle: () => heading.current?.focus(),
    }),
    [],
  );
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
      onClose={close}
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
