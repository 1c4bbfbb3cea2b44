import { useEffect, useId, useImperativeHandle, useRef, type Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { closeOnPressOutside } from '#browser/panels/close-on-press-outside.ts';
import { sidePanel } from '#browser/panels/side-panel.ts';
import type { Elements } from '../elements.ts';
import { CloseCross } from '../dialog/CloseCross.tsx';
import styles from './sheet.css?inline';

adoptStyles(styles);

export type SheetHandle = { open: () => void; close: () => void };

type Props = {
  ref: Ref<SheetHandle>;
  title: string;
  onClosed?: () => void;
  children: Elements;
};

/**
 * A modal panel at the side of the window. Stays mounted while closed, so that unsent text
 * stays. Escape, its cross and a press outside close it.
 */
export function Sheet({ ref, title, onClosed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useImperativeHandle(
    ref,
    () => ({ open: () => dialog.current?.showModal(), close: () => dialog.current?.close() }),
    [],
  );
  useEffect(() => {
    if (dialog.current) closeOnPressOutside(dialog.current);
  }, []);
  return (
    <dialog className={`${sidePanel} sheet`} aria-labelledby={id} ref={dialog} onClose={onClosed}>
      <div className="sheet-inside">
        <header className="sheet-head">
          <h2 id={id}>{title}</h2>
          <CloseCross onClick={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
