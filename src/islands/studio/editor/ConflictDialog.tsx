import type { WorkingCopyBody } from '#shared/contracts/studio-chapters.ts';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { OtherText } from './OtherText.tsx';

type Props = {
  /** The server's version. */
  current: WorkingCopyBody;
  /** Length of this page's text. */
  words: string;
  onMine: () => void;
  onTheirs: () => void;
  /** Cancelled: both versions stay. */
  onClosed: () => void;
};

/** A conflict of two versions of a chapter: the author chooses one. */
export function ConflictDialog({ current, words, onMine, onTheirs, onClosed }: Props) {
  return (
    <Dialog className="studio-dialog" title="Deux versions de ce chapitre" onClosed={onClosed}>
      <p>{messages.studio.copyStale}</p>
      <p>
        {`L’autre version, enregistrée le ${formatInstant(current.updatedAt)}, a ${plural(current.wordCount, 'mot')}\u00A0; la vôtre, ici, ${words}. Les deux restent tant que vous n’avez pas choisi.`}
      </p>
      <OtherText
        label={`Lire l’autre version${current.title ? ` (${current.title})` : ''}`}
        html={current.html}
      />
      <div className="actions">
        <Button onClick={onMine}>Garder ma version</Button>
        <Button variant="quiet" onClick={onTheirs}>
          Prendre l’autre version
        </Button>
        <Button variant="quiet" onClick={onClosed}>
          Décider plus tard
        </Button>
      </div>
    </Dialog>
  );
}
