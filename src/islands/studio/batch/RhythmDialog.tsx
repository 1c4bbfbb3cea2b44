import { useState } from 'react';
import { plural } from '#shared/site/formats.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { dateOf, titleOf } from '../chapters/chapter-words.ts';
import { isComplete, missingAmong } from '../chapters/missing-for-readers.ts';
import { proposedRhythm } from '../chapters/next-slot.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { BatchProps } from './BatchDialogs.tsx';
import { did } from './send-batch.ts';
import { readRhythm, RhythmFields } from './RhythmFields.tsx';
import { SilentChoice } from './SilentChoice.tsx';

/** Schedules the chosen chapters on days of the week, each date shown before. */
export function RhythmDialog({ chosen, chapters, send, onClosed }: BatchProps) {
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
