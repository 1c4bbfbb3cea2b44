import { useState, type ReactNode } from 'react';
import { DialogActions } from './DialogActions.tsx';
import { StudioDialog } from './StudioDialog.tsx';

type Props = {
  /** Names the thing: “Supprimer « L’Encre » ?” */
  title: string;
  children: ReactNode;
  action: string;
  /** Does it. A sentence says why it was not done. */
  onConfirm: () => Promise<string | null>;
  onClosed: () => void;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, action, onConfirm, onClosed }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    const sentence = await onConfirm();
    setBusy(false);
    if (sentence !== null) setFailure(sentence);
  };
  return (
    <StudioDialog title={title} isBusy={isBusy} onClosed={onClosed}>
      {children}
      <DialogActions {...{ action, isBusy, failure, onClosed }} onAction={() => void confirm()} />
    </StudioDialog>
  );
}
