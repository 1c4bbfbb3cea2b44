import { useId, type ReactNode } from 'react';
import { useModal } from '../ui/use-modal.ts';

type Props = {
  title: string;
  /** What is under way cannot be called off. */
  isBusy?: boolean;
  onClosed: () => void;
  children: ReactNode;
};

/** A modal dialog: open from its first frame to its last; the browser gives the focus back. */
export function StudioDialog({ title, isBusy = false, onClosed, children }: Props) {
  const { dialog, first: heading } = useModal<HTMLHeadingElement>();
  const id = useId();
  return (
    <dialog
      className="dialog studio-dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onClosed}
    >
      <h2 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
