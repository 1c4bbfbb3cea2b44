import { call } from '#browser/call.ts';
import type { deleteChapter, StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { NovelRole } from '#shared/site/novel-powers.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { titleOf } from './chapter-words.ts';
import type { Part } from './missing-for-readers.ts';
import { PriceDialog } from './PriceDialog.tsx';
import { PublicationDialog } from './PublicationDialog.tsx';

/** An action on a chapter, in a dialog. */
export type ChapterTask = {
  kind: 'publication' | 'price' | 'delete';
  chapter: StudioChapterBody;
  /** Version of the shown text: only this one is published. */
  seenVersion?: number;
};

type Props = {
  task: ChapterTask;
  /** Of the novel, as in `lang`. */
  language: string;
  /** The user's, on the novel. */
  role: NovelRole;
  /** Done; the message to show. */
  onChanged: (sentence: string, chapter: StudioChapterBody) => void;
  /** The chapter was deleted, where that is possible. */
  onRemoved?: (sentence: string, chapterId: string) => void;
  /** Closed to write what the chapter lacks, where that is possible. */
  onWrite?: (part: Part) => void;
  onClosed: () => void;
};

export function ChapterDialogs({ task, onRemoved, onWrite, ...props }: Props) {
  const { onChanged, onClosed } = props;
  const { kind, chapter } = task;
  if (kind === 'publication') {
    return (
      <PublicationDialog {...task} onChanged={onChanged} onWrite={onWrite} onClosed={onClosed} />
    );
  }
  if (kind === 'price') return <PriceDialog {...props} chapter={chapter} />;
  const title = titleOf(chapter);
  const remove = async () => {
    const outcome = await call<typeof deleteChapter>('DELETE', '/api/studio/chapters/{id}', {
      params: { id: chapter._id },
    });
    if (!outcome.ok && outcome.error !== 'NOT_FOUND') return { sentence: outcome.message };
    onClosed();
    onRemoved?.(`«\u00A0${title}\u00A0» est supprimé.`, chapter._id);
    return null;
  };
  return (
    <ConfirmDialog
      title={`Supprimer «\u00A0${title}\u00A0»\u00A0?`}
      action="Supprimer le chapitre"
      onConfirm={remove}
      onClosed={onClosed}
    >
      <p>
        Son texte, ses commentaires et ses marque-pages disparaissent pour de bon. Les chapitres
        suivants changent de numéro.
      </p>
    </ConfirmDialog>
  );
}
