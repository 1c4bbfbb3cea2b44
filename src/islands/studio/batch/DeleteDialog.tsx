import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/formats.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

type Props = {
  chosen: readonly StudioChapterBody[];
  /** Deletes those; it can be taken back for some seconds. */
  onConfirmed: () => void;
  onClosed: () => void;
};

/** Whether readers would miss something: then the deletion is asked about first. */
export const isMissed = ({ status, isDeletable }: StudioChapterBody): boolean =>
  status === 'published' || !isDeletable;

/** Asks before chapters are deleted that readers see, or have paid for. */
export function DeleteDialog({ chosen, onConfirmed, onClosed }: Props) {
  const paid = chosen.filter(({ isDeletable }) => !isDeletable);
  const going = chosen.filter(({ isDeletable }) => isDeletable);
  const published = going.filter(({ status }) => status === 'published').length;
  const unlocks = paid.reduce((sum, chapter) => sum + chapter.unlocks, 0);
  const confirm = () => {
    onConfirmed();
    onClosed();
    return Promise.resolve(null);
  };
  return (
    <ConfirmDialog
      title={`Supprimer ${plural(going.length, 'chapitre')}\u00A0?`}
      action={going.length === 0 ? 'Fermer' : 'Supprimer'}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      {published > 0 && (
        <p>
          {`${plural(published, 'est publié', 'sont publiés')}\u00A0: les lecteurs ne les verront plus. `}
          Les textes, les commentaires et les marque-pages disparaissent pour de bon.
        </p>
      )}
      {paid.length > 0 && (
        <p>
          {`${plural(paid.length, 'chapitre reste', 'chapitres restent')}\u00A0: des lecteurs y ont dépensé des crédits`}
          {unlocks > 0 && ` (${plural(unlocks, 'déverrouillage')})`}
          {'. Leurs crédits ne sont pas rendus et ils gardent leur lecture. '}
          {'Un tel chapitre peut être retiré, pas supprimé.'}
        </p>
      )}
      {going.length > 0 && <p>Les chapitres suivants changent de numéro.</p>}
    </ConfirmDialog>
  );
}
