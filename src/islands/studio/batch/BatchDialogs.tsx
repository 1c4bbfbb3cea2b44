import { useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { chaptersNamed, dateOf, titleOf } from '../chapters/chapter-words.ts';
import { missingAmong, isComplete } from '../chapters/missing-for-readers.ts';
import { proposedRhythm } from '../chapters/next-slot.ts';
import type { BatchAction } from './BatchBar.tsx';
import { FreeRulesDialog } from './FreeRulesDialog.tsx';
import {
  MoveDialog,
  PartDialog,
  PricesDialog,
  type Send,
  type BatchProps,
} from './SettingsDialogs.tsx';
import { batchSentence, did, sendBatch } from './send-batch.ts';
import { SilentChoice } from './SilentChoice.tsx';
import { readRhythm, RhythmFields } from './RhythmFields.tsx';

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

/** Publishes the chosen chapters now. */
function PublishDialog({ chosen, send, onClosed }: BatchProps) {
  const [isSilent, setSilent] = useState(false);
  const news = chosen.filter(({ status }) => status !== 'published').length;
  const missing = missingAmong(chosen);
  const chapterIds = chosen.map(({ _id }) => _id);
  return (
    <ConfirmDialog
      title={`Publier ${chaptersNamed(chosen)}\u00A0?`}
      action="Publier"
      onConfirm={() => send({ action: 'publish', chapterIds, isSilent }, did.published)}
      onClosed={onClosed}
    >
      <p>{chosen.length === 1 ? ofOne(news) : ofMore(news, chosen.length)}</p>
      {missing !== '' && <Notice kind="info">{missing}</Notice>}
      {news > 0 && <SilentChoice isSilent={isSilent} setSilent={setSilent} />}
    </ConfirmDialog>
  );
}

const ofOne = (news: number): string =>
  news === 1
    ? 'Il paraît tel qu’il est enregistré.'
    : 'Il est déjà publié\u00A0: il est mis à jour tel qu’il est enregistré, et garde sa date.';

const ofMore = (news: number, count: number): string =>
  news < count
    ? 'Ils paraissent tels qu’ils sont enregistrés. Ceux qui sont déjà publiés sont mis à jour et gardent leur date.'
    : 'Ils paraissent tels qu’ils sont enregistrés.';

/** Schedules the chosen chapters on days of the week, each date shown before. */
function RhythmDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const [now] = useState(() => new Date());
  const [rhythm, setRhythm] = useState(() => {
    const moving = new Set(chosen.map(({ _id }) => _id));
    const others = chapters.filter(({ _id }) => !moving.has(_id));
    return proposedRhythm(others, now, chosen);
  });
  const [isSilent, setSilent] = useState(false);
  const unpublished = chosen.filter(({ status }) => status !== 'published');
  const missing = missingAmong(unpublished);
  // Those that cannot come out take no date from the others.
  const waiting = unpublished.filter(isComplete);
  const published = chosen.length - unpublished.length;
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    if (waiting.length === 0) {
      return { sentence: missing || 'Ces chapitres sont déjà publiés.' };
    }
    const read = readRhythm(rhythm, waiting.length, now);
    if ('errors' in read) return read;
    const slots = waiting.map(({ _id: chapterId }, index) => ({
      chapterId,
      at: read.slots[index] ?? '',
    }));
    return send({ action: 'schedule', slots, isSilent }, did.scheduled);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Programmer ${plural(waiting.length, 'chapitre')}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        {published > 0 && (
          <p className="muted">
            {`${plural(published, 'chapitre déjà publié', 'chapitres déjà publiés')}\u00A0: rien n’y change.`}
          </p>
        )}
        {missing && <Notice kind="info">{missing}</Notice>}
        <RhythmFields
          rhythm={rhythm}
          now={now}
          wrong={wrong}
          waiting={waiting.map((chapter) => ({
            key: chapter._id,
            label: `${chapter.chapterNumber}. ${titleOf(chapter)}${dueOf(chapter)}`,
          }))}
          onRhythm={setRhythm}
        />
        <SilentChoice isSilent={isSilent} setSilent={setSilent} />
        <FormEnd action="Programmer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** Until now, when a chapter that gets a new day was to come out. */
const dueOf = (chapter: StudioChapterBody): string =>
  chapter.status === 'scheduled' ? `, prévu jusqu’ici le ${dateOf(chapter)}` : '';
