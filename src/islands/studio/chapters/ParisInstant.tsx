import { useId } from 'react';
import { formatInstant } from '#shared/site/formats.ts';
import { fromParis, type ParisTime } from '#shared/time/paris-time.ts';

type Props = {
  /** The server's name of the field. */
  name: string;
  /** Label of the day and the time: “Parution”. */
  legend: string;
  value: ParisTime;
  onValue: (value: ParisTime) => void;
  /** Introduces the chosen instant in full: “Ce chapitre paraîtra le”. */
  leadIn: string;
  /** Error shown instead; '' for none. */
  wrong: string;
};

/** Input of a day and a time in Paris. */
export function ParisInstant({ name, legend, value, onValue, leadIn, wrong }: Props) {
  const id = useId();
  const instant = fromParis(value);
  const described = { 'aria-describedby': `${id}-dit`, 'aria-invalid': wrong !== '' };
  return (
    <fieldset className="paris-instant">
      <legend>{`${legend}, heure de Paris`}</legend>
      <div className="pair">
        <label>
          Jour
          <input
            className="field-control"
            type="date"
            name={name}
            {...described}
            value={value.day}
            onChange={({ currentTarget }) => onValue({ ...value, day: currentTarget.value })}
          />
        </label>
        <label>
          Heure
          <input
            className="field-control"
            type="time"
            name={name}
            {...described}
            value={value.time}
            onChange={({ currentTarget }) => onValue({ ...value, time: currentTarget.value })}
          />
        </label>
      </div>
      <p id={`${id}-dit`} className={wrong ? 'wrong' : 'muted'} aria-live="polite">
        {wrong || (instant && `${leadIn} ${formatInstant(instant.toISOString())}.`)}
      </p>
    </fieldset>
  );
}

/** Error of a day and a time that must be in the future; '' for none. */
export function wrongInstant(value: ParisTime, now = Date.now()): string {
  if (value.day === '' || value.time === '') return 'Indiquez un jour et une heure.';
  const instant = fromParis(value);
  if (instant === null) return 'Cette heure n’existe pas ce jour-là à Paris.';
  return instant.getTime() <= now ? 'Cet instant est passé\u00A0: choisissez-en un à venir.' : '';
}

/** The same while typing: an incomplete day or time is no error. */
export const wrongSoFar = (value: ParisTime): string =>
  value.day === '' || value.time === '' ? '' : wrongInstant(value);

/** Tomorrow at 18:00 in Paris: the default. */
export function tomorrowEvening(now: Date, toParis: (instant: Date) => ParisTime): ParisTime {
  return { day: toParis(new Date(now.getTime() + 24 * 3_600_000)).day, time: '18:00' };
}
