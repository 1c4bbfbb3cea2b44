import type { PlannedChapter } from '#shared/site/import-plan.ts';
import type { Schedule } from '#shared/time/schedule.ts';
import { ScheduleFields } from '../batch/ScheduleFields.tsx';
import { SilentChoice } from '../batch/SilentChoice.tsx';
import { publications, type Options } from './ImportPrices.tsx';
import { readable } from './read-import.ts';

const labels: Record<Options['publication'], string> = {
  draft: 'Brouillons, que vous publierez vous-même',
  published: 'Publiés aussitôt\u00A0: les lecteurs les voient',
  scheduled: 'Programmés selon un rythme',
};

type Props = {
  options: Options;
  /** The one that was typed, else the proposed one. */
  schedule: Schedule;
  now: Date;
  /** The chapters that are imported. */
  taken: readonly PlannedChapter[];
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
  onOptions: (options: Options) => void;
};

/** Drafts, published at once, or scheduled, with the date of each shown before. */
export function ImportPublication({ options, schedule, now, taken, wrong, onOptions }: Props) {
  const { publication, isSilent } = options;
  const change = (some: Partial<Options>) => onOptions({ ...options, ...some });
  return (
    <>
      <fieldset className="choices">
        <legend>Publication</legend>
        {publications.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="import-publication"
              checked={publication === one}
              onChange={() => change({ publication: one })}
            />
            <span>{labels[one]}</span>
          </label>
        ))}
      </fieldset>
      {publication === 'scheduled' && (
        <ScheduleFields
          schedule={schedule}
          now={now}
          wrong={wrong}
          waiting={readable(taken).map((chapter) => ({
            key: chapter.piece,
            label: `${taken.indexOf(chapter) + 1}. ${chapter.title}`,
          }))}
          onSchedule={(changed) => change({ rhythm: changed })}
        />
      )}
      {publication !== 'draft' && (
        <SilentChoice isSilent={isSilent} setSilent={(silent) => change({ isSilent: silent })} />
      )}
    </>
  );
}
