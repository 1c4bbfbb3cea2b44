import type { z } from 'zod';
import type { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';
import type { Schedule } from '#shared/time/schedule.ts';
import { readDays } from '../batch/FreeRuleFields.tsx';
import { readSchedule } from '../batch/ScheduleFields.tsx';
import type { FormErrors } from '#islands/ui/form-errors.ts';
import type { Options } from './ImportPrices.tsx';

type Body = z.input<(typeof confirmUpload)['body']>;
type Read = Omit<Body, 'target' | 'edits'>;

/** The prices and the publication of an import, for its call; or what is wrong with them. */
export function readImport(
  { premiumFrom, creditCost, rule, publication, isSilent }: Options,
  { schedule, taken, now }: { schedule: Schedule; taken: readonly PlannedChapter[]; now: Date },
): Read | FormErrors {
  const isPremium = premiumFrom !== null;
  const { days, error } = readDays(rule);
  if (isPremium && error) return { sentence: '', errors: [{ field: 'days', message: error }] };
  const count = readable(taken).length;
  const isTimed = publication === 'scheduled' && count > 0;
  const timed = isTimed ? readSchedule(schedule, count, now) : { slots: [] };
  if ('errors' in timed) return timed;
  const { kind } = rule;
  const freeRule = kind === 'after' ? { kind, days } : kind === 'never' ? { kind } : null;
  return {
    premiumFrom: isPremium ? Number(premiumFrom) : null,
    creditCost: Number(creditCost),
    // It is not shown where nothing is for sale.
    freeRule: isPremium ? freeRule : null,
    // Without words all are drafts.
    publication: count > 0 ? publication : 'draft',
    slots: slotsOf(taken, timed.slots),
    isSilent,
  };
}

/** The chapters that get a date: those without words stay drafts. */
export const readable = (taken: readonly PlannedChapter[]): PlannedChapter[] =>
  taken.filter(({ wordCount }) => wordCount > 0);

/** An instant for each chapter, as the call wants it; one without words takes none of its own. */
function slotsOf(taken: readonly PlannedChapter[], slots: readonly string[]): string[] {
  let next = 0;
  return taken.flatMap(({ wordCount }) => {
    const slot = slots[Math.min(next, slots.length - 1)];
    if (wordCount > 0) next += 1;
    return slot ?? [];
  });
}
