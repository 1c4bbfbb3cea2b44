import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import type { Refusal } from '#islands/ui/use-action.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { BatchAction } from './BatchBar.tsx';
import { FreeRulesDialog } from './FreeRulesDialog.tsx';
import { MoveDialog, PartDialog, PricesDialog } from './SettingsDialogs.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { RhythmDialog } from './RhythmDialog.tsx';
import { batchSentence, did, sendBatch, type BatchBody, type Did } from './send-batch.ts';

/** Sends a batch. @returns null on success, after the message is set and the dialog is closed. */
type Send = (body: BatchBody, done: Did) => Promise<Refusal | null>;

export type BatchProps = {
  /** The chosen chapters, by number. */
  chosen: readonly StudioChapterBody[];
  /** All chapters of the novel, by number. */
  chapters: readonly StudioChapterBody[];
  send: Send;
  onClosed: () => void;
};

type Props = Omit<BatchProps, 'send'> & {
  action: Exclude<BatchAction, 'delete'>;
  novelId: string;
  /** Done, for all or for some; the message to show. */
  onDone: (sentence: string, kind?: 'success' | 'error') => void;
};

/** What is done with many chapters is asked, or confirmed, in a dialog. */
export function BatchDialogs({ action, novelId, onDone, ...rest }: Props) {
  const send: Send = async (body, done) => {
    const outcome = await sendBatch(novelId, body);
    if (!outcome.ok) return { sentence: outcome.message };
    rest.onClosed();
    onDone(...batchSentence(outcome.data, done, rest.chapters));
    return null;
  };
  const props = { ...rest, send };
  switch (action) {
    case 'schedule':
      return <RhythmDialog {...props} />;
    case 'publish':
      return <PublishDialog {...props} />;
    case 'withdraw':
      return <WithdrawDialog {...props} />;
    case 'price':
      return <PricesDialog {...props} />;
    case 'free':
      return <FreeRulesDialog {...rest} novelId={novelId} onDone={onDone} />;
    case 'part':
      return <PartDialog {...props} />;
    case 'move':
      return <MoveDialog {...props} />;
  }
}

function WithdrawDialog({ chosen, send, onClosed }: BatchProps) {
  const published = chosen.filter(({ status }) => status === 'published').length;
  const scheduled = chosen.filter(({ status }) => status === 'scheduled').length;
  const unlocks = chosen.reduce((sum, chapter) => sum + chapter.unlocks, 0);
  const chapterIds = chosen.map(({ _id }) => _id);
  return (
    <ConfirmDialog
      title={`Remettre ${plural(chosen.length, 'chapitre')} en brouillon\u00A0?`}
      action="Remettre en brouillon"
      onConfirm={() => send({ action: 'withdraw', chapterIds }, did.withdrawn)}
      onClosed={onClosed}
    >
      {scheduled > 0 && (
        <p>{`${plural(scheduled, 'parution programmée', 'parutions programmées')} à annuler.`}</p>
      )}
      {published > 0 && (
        <p>
          {`${plural(published, 'chapitre publié', 'chapitres publiés')} à retirer\u00A0: les lecteurs ne les verront plus. Commentaires et marque-pages restent.`}
        </p>
      )}
      {unlocks > 0 && (
        <p>{`${plural(unlocks, 'déverrouillage')}\u00A0: qui a payé lit encore ces chapitres.`}</p>
      )}
    </ConfirmDialog>
  );
}
