import { useEffect, useRef, type RefObject } from 'react';

/**
 * A dialog that is open as long as it is drawn; the browser gives the focus back when it closes.
 * @returns for the dialog, and for what takes the focus first.
 */
export function useModal<First extends HTMLElement>(): {
  dialog: RefObject<HTMLDialogElement | null>;
  first: RefObject<First | null>;
} {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<First>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    first.current?.focus();
    return () => element?.close();
  }, []);
  return { dialog, first };
}
