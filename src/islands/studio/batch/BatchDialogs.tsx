import { useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { leavingNoticeDays } from '#shared/constants.ts';
import { formatDay, parisDay, plural } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { Select } from '#islands/ui/select/Select.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { chaptersNamed, dateOf, titleOf } from '../chapters/chapter-words.ts';
import { missingAmong, isComplete } from '../chapters/missing-for-readers.ts';
import { proposedSchedule } from '../chapters/next-slot.ts';
import { PartDialog, PricesDialog } from '../chapters/SettingsDialog.tsx';
import type { BatchAction } from './BatchBar.tsx';
import { FreeRulesDialog } from './FreeRulesDialog.tsx';
import { batchSentence, did, sendBatch, type BatchProps, type Send } from './send-batch.ts';
import { SilentChoice } from './SilentChoice.tsx';
import { readSchedule, ScheduleFields } from './ScheduleFields.tsx';

type Props = Omit<BatchProps, 'send'> & {
  action: Exclude<BatchAction, 'delete'>;
  novelId: string;
  /** Done, for all or for some; the message to show. */
  onDone: (sentence: string, kind?: 'success' | 'error') => void;
};

/**
 * What is done with many chapters is asked, or confirmed, in a dialog. One chapter has the dialogs of
 * `ChapterDialogs`, but for what only these do.
 */
export function BatchDialogs({ action, novelId, onDone, ...rest }: Props) {
  const send: Send = async (body, done) => {
    const outcome = await sendBatch(novelId, body);
    if (!outcome.ok) return formErrors(outcome, ['creditCost']);
    rest.onClosed();
    onDone(...batchSentence(outcome.data, done, rest.chapters));
    return null;
  };
  const props = { ...rest, send };
  switch (action) {
    case 'schedule':
      return <ScheduleDialog {...props} />;
    case 'publish':
      return <PublishDialog {...props} />;
    case 'withdraw':
      return <WithdrawDialog {...props} />;
    case 'leave':
      return <LeavingDialog {...props} />;
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

/** Plans the day on which the chosen chapters are withdrawn; without a day, none. */
function LeavingDialog({ chosen, send, onClosed }: BatchProps) {
  const [soonest] = useState(() => addDays(parisDay(new Date()), leavingNoticeDays));
  const [on, setOn] = useState(chosen.find(({ leavesOn }) => leavesOn)?.leavesOn ?? soonest);
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const chapterIds = chosen.map(({ _id }) => _id);
    const body = { action: 'leave', chapterIds, on: on || null } as const;
    return send(body, on ? did.leaving : did.staying);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Retirer ${chaptersNamed(chosen)} à une date annoncée`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit}>
        <p>
          Affiché sur les chapitres, et annoncé à qui suit le roman ou en a déverrouillé un
          chapitre. Qui a déverrouillé un chapitre le lira toujours.
        </p>
        <TextField
          type="date"
          name="jour"
          label="Jour du retrait"
          hint={`Au plus tôt le ${formatDay(soonest)}. Vide, aucun retrait n’est prévu, et les lecteurs déjà prévenus l’apprennent.`}
          min={soonest}
          value={on}
          onChange={({ currentTarget }) => setOn(currentTarget.value)}
        />
        <FormEnd
          action={on ? 'Prévoir le retrait' : 'Ne pas retirer'}
          failure={sentence}
          isBusy={isPending}
          onCancel={onClosed}
        />
      </form>
    </Dialog>
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
      title={`Publier ${plural(chosen.length, 'chapitre')}\u00A0?`}
      action="Publier"
      onConfirm={() => send({ action: 'publish', chapterIds, isSilent }, did.published)}
      onClosed={onClosed}
    >
      <p>
        {news < chosen.length
          ? 'Ils paraissent tels qu’ils sont enregistrés. Ceux qui sont déjà publiés sont mis à jour et gardent leur date.'
          : 'Ils paraissent tels qu’ils sont enregistrés.'}
      </p>
      {missing !== '' && <Notice kind="info">{missing}</Notice>}
      {news > 0 && <SilentChoice isSilent={isSilent} setSilent={setSilent} />}
    </ConfirmDialog>
  );
}

/** Schedules the chosen chapters on days of the week, each date shown before. */
function ScheduleDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const [now] = useState(() => new Date());
  const [schedule, setSchedule] = useState(() => {
    const moving = new Set(chosen.map(({ _id }) => _id));
    const others = chapters.filter(({ _id }) => !moving.has(_id));
    return proposedSchedule(others, now, chosen);
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
    const read = readSchedule(schedule, waiting.length, now);
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
        <ScheduleFields
          schedule={schedule}
          now={now}
          wrong={wrong}
          waiting={waiting.map((chapter) => ({
            key: chapter._id,
            label: `${chapter.chapterNumber}. ${titleOf(chapter)}${dueOf(chapter)}`,
          }))}
          onSchedule={setSchedule}
        />
        <SilentChoice isSilent={isSilent} setSilent={setSilent} />
        <FormEnd action="Programmer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** Moves the chosen chapters behind another one. */
function MoveDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const isChosen = new Set(chosen.map(({ _id }) => _id));
  const others = chapters.filter(({ _id }) => !isChosen.has(_id));
  // Where the first of them is: neighbours that are moved there keep their numbers.
  const [after, setAfter] = useState(() => {
    const first = chosen[0]?.chapterNumber ?? 0;
    return others.findLast(({ chapterNumber }) => chapterNumber < first)?._id ?? '';
  });
  const options = [
    { value: '', label: 'Au début du roman' },
    ...others.map((chapter) => ({
      value: chapter._id,
      label: `Après ${chapter.chapterNumber}. ${titleOf(chapter)}`,
    })),
  ];
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const chapterIds = chosen.map(({ _id }) => _id);
    return send({ action: 'move', chapterIds, afterId: after || null }, did.moved);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Déplacer ${chaptersNamed(chosen)}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        <Select
          name="apres"
          label="Nouvelle place"
          options={options}
          value={after}
          onChange={({ target }) => setAfter(target.value)}
        />
        {chosen.length > 1 && <p className="muted">Ils gardent l’ordre qu’ils ont entre eux.</p>}
        <FormEnd action="Déplacer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** Until now, when a chapter that gets a new day was to come out. */
const dueOf = (chapter: StudioChapterBody): string =>
  chapter.status === 'scheduled' ? `, prévu jusqu’ici le ${dateOf(chapter)}` : '';
