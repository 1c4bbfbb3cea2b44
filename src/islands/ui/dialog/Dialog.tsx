import {
  useId,
  useImperativeHandle,
  useRef,
  type Ref,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Elements } from '../elements.ts';
import { CloseCross } from './CloseCross.tsx';
import styles from './dialog.css?inline';

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
  useImperativeHandle(ref, () => ({ close, focusTitle: () => heading.current?.focus() }));
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

/**
 * A modal `<dialog>` that is open as long as it is mounted. Restores the focus, also when
 * the dialog is unmounted instead of closed.
 * @param first is focused when it opens.
 * @param mayClose is called when Escape or the platform's “back” would close it.
 * @param onCancelled is called when they do, in their own event: the dialog's “close” comes later, and a
 *   press in between would be lost.
 */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  first: RefObject<HTMLElement | null>,
  mayClose: () => boolean,
  onCancelled: () => void,
): void {
  const refuse = useEffectEvent((event: Event) => {
    if (!mayClose()) event.preventDefault();
  });
  const end = useEffectEvent(onCancelled);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const opener = document.activeElement;
    const onCancel = (event: Event) => {
      refuse(event);
      if (event.target === element && !event.defaultPrevented) end();
    };
    // A second Escape closes a dialog in Chromium even if its “cancel” was prevented.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) refuse(event);
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('keydown', onKeyDown);
    element.showModal();
    first.current?.focus();
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('keydown', onKeyDown);
      element.close();
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, [dialog, first]);
}
