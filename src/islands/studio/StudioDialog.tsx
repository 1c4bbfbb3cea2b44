import { useId, useLayoutEffect, type ReactNode } from 'react';
import { useModal } from '../ui/use-modal.ts';

type Props = {
  title: string;
  /** What is under way cannot be called off. */
  isBusy?: boolean;
  /** Escape was pressed: false leaves it open. */
  mayClose?: () => boolean;
  onClosed: () => void;
  children: ReactNode;
};

/** A modal dialog: open from its first frame to its last; then what had the focus has it again. */
export function StudioDialog({
  title,
  isBusy = false,
  mayClose = () => true,
  onClosed,
  children,
}: Props) {
  const { dialog, first: heading } = useModal<HTMLHeadingElement>();
  const id = useId();
  useGivenBackFocus();
  return (
    <dialog
      className="dialog studio-dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (isBusy || !mayClose()) event.preventDefault();
      }}
      // Pressed again, Escape closes a dialog in Chromium even where its “cancel” was prevented.
      onKeyDown={(event) => {
        const isEscape = event.key === 'Escape' && !event.nativeEvent.isComposing;
        if (isEscape && (isBusy || !mayClose())) event.preventDefault();
      }}
      onClose={onClosed}
    >
      <h2 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/**
 * The browser gives the focus back where it closes a dialog itself, but not where one is taken out of
 * the page: then it would fall to the body.
 */
function useGivenBackFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, []);
}
