import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/**
 * A modal `<dialog>` that is open as long as it is mounted. Restores the focus, also when
 * the dialog is unmounted instead of closed.
 * @param first is focused when it opens.
 * @param mayClose is called when Escape or the platform's “back” would close it.
 * @param onCancelled is called when they do, in their own event: the dialog's “close” comes later, and a
 *   press in between would be lost.
 */
export function useModal(
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
