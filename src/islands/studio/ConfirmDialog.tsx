import type { Elements } from '../ui/elements.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { useAction, type Refusal } from '../ui/use-action.ts';

type Props = {
  /** The question, with the name of the thing: “Supprimer « L’Encre » ?” */
  title: string;
  children: Elements;
  action: string;
  /** Runs the action. Null on success. */
  onConfirm: () => Promise<Refusal | null>;
  onClosed: () => void;
};

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog({ title, children, action, onConfirm, onClosed }: Props) {
  const { run, isPending, refusal } = useAction(onConfirm);
  return (
    <Dialog className="studio-dialog" title={title} isBusy={isPending} onClosed={onClosed}>
      {children}
      <FormEnd
        action={action}
        isBusy={isPending}
        failure={refusal?.sentence ?? ''}
        onAction={run}
        onCancel={onClosed}
      />
    </Dialog>
  );
}
