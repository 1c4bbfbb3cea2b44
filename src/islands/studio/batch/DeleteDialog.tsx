import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { chaptersNamed } from '../chapters/chapter-words.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { undoSeconds } from './use-delayed-delete.ts';

type Props = {
  chosen: readonly StudioChapterBody[];
  /** Deletes those; it can be taken back for some seconds. */
  onConfirmed: () => void;
  onClosed: () => void;
};

/** Whether readers would miss something: then the deletion is asked about first. */
export const isMissed = ({ status, isDeletable }: StudioChapterBody): boolean =>
  status !== 'draft' || !isDeletable;

/** A chapter that is to come out must not do so while its deletion waits. */
export const isDeletedAtOnce = (going: readonly StudioChapterBody[]): boolean =>
  going.some(({ status }) => status === 'scheduled');

/** Asks before many chapters are deleted, or some that readers see or have paid for. */
export function DeleteDialog({ chosen, onConfirmed, onClosed }: Props) {
  const paid = chosen.filter(({ isDeletable }) => !isDeletable);
  const going = chosen.filter(({ isDeletable }) => isDeletable);
  const published = going.filter(({ status }) => status === 'published').length;
  const unlocks = paid.reduce((sum, chapter) => sum + chapter.unlocks, 0);
  if (going.length === 0) return <NoneDeleted paid={paid} unlocks={unlocks} onClosed={onClosed} />;
  const confirm = () => {
    onConfirmed();
    onClosed();
    return Promise.resolve(null);
  };
  return (
    <ConfirmDialog
      title={`Supprimer ${chaptersNamed(going)}\u00A0?`}
      action="Supprimer"
      onConfirm={confirm}
      onClosed={onClosed}
    >
      {published > 0 && (
        <p>
          {`${going.length === 1 ? 'Il est publié' : plural(published, 'est publié', 'sont publiés')}\u00A0: les lecteurs ne ${published > 1 ? 'les' : 'le'} verront plus.`}
        </p>
      )}
      <p>
        {`${
          going.length === 1
            ? 'Son texte, ses commentaires et ses marque-pages '
            : 'Textes, commentaires et marque-pages '
        }disparaissent pour de bon${isDeletedAtOnce(going) ? '' : `, sauf si vous annulez dans les ${undoSeconds}\u00A0secondes qui suivent`}.`}
      </p>
      {paid.length > 0 && <PaidStay paid={paid} unlocks={unlocks} />}
      <p>Les chapitres suivants changent de numéro.</p>
    </ConfirmDialog>
  );
}

type PaidProps = { paid: readonly StudioChapterBody[]; unlocks: number };

/** All of the chosen chapters are paid for: nothing is offered but to read why. */
function NoneDeleted({ onClosed, ...props }: PaidProps & { onClosed: () => void }) {
  const title =
    props.paid.length > 1
      ? 'Aucun de ces chapitres ne peut être supprimé'
      : 'Ce chapitre ne peut pas être supprimé';
  return (
    <Dialog className="studio-dialog" title={title} onClosed={onClosed}>
      <PaidStay {...props} />
      <div className="actions">
        <Button onClick={onClosed}>Fermer</Button>
      </div>
    </Dialog>
  );
}

function PaidStay({ paid, unlocks }: PaidProps) {
  return (
    <p>
      {`${plural(paid.length, 'chapitre reste', 'chapitres restent')}\u00A0: des lecteurs y ont dépensé des crédits${unlocks > 0 ? ` (${plural(unlocks, 'déverrouillage')})` : ''}. Leurs crédits ne sont pas rendus et ils gardent leur lecture. Un tel chapitre peut être retiré, pas supprimé.`}
    </p>
  );
}
