import { useState } from 'react';
import { plural } from '#shared/formats.ts';
import { slotsOf, type Rhythm } from '#shared/rhythm.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { titleOf } from '../chapters/chapter-words.ts';
import { nextSlot } from '../chapters/next-slot.ts';
import type { BatchProps } from './BatchDialogs.tsx';
import { SilentChoice } from './SilentChoice.tsx';

/** From Monday on; 0 is Sunday, as in `Date`. */
const weekdayNames = [
  [1, 'lundi'],
  [2, 'mardi'],
  [3, 'mercredi'],
  [4, 'jeudi'],
  [5, 'vendredi'],
  [6, 'samedi'],
  [0, 'dimanche'],
] as const;

const slotFormat = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'full',
  timeStyle: 'short',
});

/** Schedules the chosen chapters on days of the week, each date shown before. */
export function RhythmDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const [now] = useState(() => new Date());
  const [rhythm, setRhythm] = useState<Rhythm>(() => initialRhythm(chapters, now));
  const [isSilent, setSilent] = useState(false);
  const waiting = chosen.filter(({ status }) => status !== 'published');
  const published = chosen.length - waiting.length;
  const slots = slotsOf(rhythm, waiting.length, now);
  const { onSubmit, isPending, sentence, wrong, mend } = useSubmit(async () => {
    if (waiting.length === 0) {
      return { sentence: 'Ces chapitres sont déjà publiés.', errors: [] };
    }
    if (rhythm.weekdays.length === 0) {
      return { sentence: 'Choisissez au moins un jour de la semaine.', errors: [] };
    }
    if (slots.length < waiting.length) {
      return { sentence: 'Indiquez une heure et un premier jour.', errors: [] };
    }
    const planned = waiting.map(({ _id: chapterId }, index) => ({
      chapterId,
      at: (slots[index] ?? now).toISOString(),
    }));
    const failure = await send({ action: 'schedule', slots: planned, isSilent }, 'programmés');
    return failure === null ? null : { sentence: failure, errors: [] };
  });
  const change = (part: Partial<Rhythm>) => {
    setRhythm({ ...rhythm, ...part });
    mend('rhythm');
  };
  return (
    <Dialog
      className="studio-dialog"
      title={`Programmer ${plural(waiting.length, 'chapitre')}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        <fieldset className="weekdays">
          <legend>Jours de parution</legend>
          {weekdayNames.map(([day, name]) => (
            <label key={day}>
              <input
                type="checkbox"
                name="jours"
                checked={rhythm.weekdays.includes(day)}
                onChange={({ currentTarget }) => {
                  const others = rhythm.weekdays.filter((one) => one !== day);
                  change({ weekdays: currentTarget.checked ? [...others, day] : others });
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="pair">
          <TextField
            type="time"
            name="heure"
            label="Heure de Paris"
            value={rhythm.time}
            error={wrong('heure')}
            onChange={({ currentTarget }) => change({ time: currentTarget.value })}
          />
          <TextField
            type="date"
            name="debut"
            label="À partir du"
            value={rhythm.fromDay}
            error={wrong('debut')}
            onChange={({ currentTarget }) => change({ fromDay: currentTarget.value })}
          />
        </div>
        {published > 0 && (
          <p className="muted">
            {`${plural(published, 'chapitre déjà publié', 'chapitres déjà publiés')}\u00A0: rien n’y change.`}
          </p>
        )}
        {slots.length > 0 && (
          <div className="slots" tabIndex={0} role="region" aria-label="Parutions">
            <ol>
              {waiting.map((chapter, index) => (
                <li key={chapter._id}>
                  <span>{slotFormat.format(slots[index])}</span>
                  <span className="muted">{`${chapter.chapterNumber}. ${titleOf(chapter)}`}</span>
                </li>
              ))}
            </ol>
          </div>
        )}
        <SilentChoice {...{ isSilent, setSilent }} />
        <FormEnd action="Programmer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** The rhythm that the novel has, after its last scheduled chapter. */
function initialRhythm(chapters: BatchProps['chapters'], now: Date): Rhythm {
  const { day, time, weekdays } = nextSlot(chapters, now);
  return { weekdays, time, fromDay: day };
}
