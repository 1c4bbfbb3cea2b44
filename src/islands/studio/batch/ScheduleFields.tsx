import { useId } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { formatDay, formatFullSlot, plural } from '#shared/site/formats.ts';
import { slotsOf, type Schedule } from '#shared/time/schedule.ts';
import { TextField } from '#islands/ui/field/TextField.tsx';
import type { FormErrors } from '#islands/ui/form-errors.ts';
import styles from './schedule.css?inline';

adoptStyles(styles);

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

const dayMissing = 'Choisissez au moins un jour de la semaine.';

type Props = {
  schedule: Schedule;
  onSchedule: (schedule: Schedule) => void;
  /** The chapters that come out, in order: each is shown with its instant. */
  waiting: readonly { key: string; label: string }[];
  now: Date;
  /** The error of a field. */
  wrong: (name: string) => string | undefined;
};

/** Days of the week, a time and a first day; below them, when each chapter comes out in Paris. */
export function ScheduleFields({ schedule, onSchedule, waiting, now, wrong }: Props) {
  const change = (part: Partial<Schedule>) => onSchedule({ ...schedule, ...part });
  const slots = slotsOf(schedule, waiting.length, now);
  const last = slots.at(-1);
  const errorId = useId();
  // Without a day there are no dates to show: the reason is there before the form is sent.
  const wrongDays = wrong('jours') ?? (schedule.weekdays.length === 0 ? dayMissing : undefined);
  return (
    <>
      <fieldset className="weekdays" aria-describedby={wrongDays && errorId}>
        <legend>Jours de parution</legend>
        {weekdayNames.map(([day, name]) => (
          <label key={day}>
            <input
              type="checkbox"
              name="jours"
              checked={schedule.weekdays.includes(day)}
              onChange={({ currentTarget }) => {
                const others = schedule.weekdays.filter((one) => one !== day);
                change({ weekdays: currentTarget.checked ? [...others, day] : others });
              }}
            />
            <span>{name}</span>
          </label>
        ))}
        {wrongDays && (
          <p className="field-error" id={errorId}>
            {wrongDays}
          </p>
        )}
      </fieldset>
      <div className="pair">
        <TextField
          type="time"
          name="heure"
          label="Heure de Paris"
          value={schedule.time}
          error={wrong('heure')}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        />
        <TextField
          type="date"
          name="debut"
          label="À partir du"
          value={schedule.fromDay}
          error={wrong('debut')}
          onChange={({ currentTarget }) => change({ fromDay: currentTarget.value })}
        />
      </div>
      {last && slots.length > 1 && (
        <p className="muted">
          {`${plural(slots.length, 'parution')}, la dernière le ${formatDay(last)}.`}
        </p>
      )}
      {slots.length > 0 && (
        <div className="slots" tabIndex={0} role="region" aria-label="Parutions">
          <ol>
            {waiting.map(({ key, label }, index) => (
              <li key={key}>
                <span>{slots[index] && formatFullSlot(slots[index])}</span>
                <span className="muted">{label}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

/** The instants of a schedule for this many chapters, for a call; or what is missing, by field. */
export function readSchedule(
  schedule: Schedule,
  count: number,
  now: Date,
): { slots: string[] } | FormErrors {
  const missing = (field: string, message: string): FormErrors => ({
    sentence: '',
    errors: [{ field, message }],
  });
  if (schedule.weekdays.length === 0) {
    return missing('jours', dayMissing);
  }
  if (schedule.time === '') return missing('heure', 'Indiquez une heure.');
  const slots = slotsOf(schedule, count, now).map((slot) => slot.toISOString());
  return slots.length === count ? { slots } : missing('debut', 'Indiquez un premier jour.');
}
