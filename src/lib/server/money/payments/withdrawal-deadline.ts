import { addDays } from '#shared/time/add-days.ts';
import { parisDay } from '#shared/site/formats.ts';
import { isWorkingDay } from '#shared/time/working-day.ts';

const withdrawalDays = 14;

/**
 * The last day on which a purchase may be withdrawn from, as `2026-12-05`, in Paris. The day of the
 * purchase does not count; a period that ends on a Saturday, a Sunday or a public holiday goes on to
 * the next working day (art. L. 221-19 C. conso., as the terms of sale promise).
 */
export function lastWithdrawalDay(boughtAt: Date): string {
  let day = addDays(parisDay(boughtAt), withdrawalDays);
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}

/** Whether that day is not over. */
export function mayWithdraw(boughtAt: Date, now: Date): boolean {
  return parisDay(now) <= lastWithdrawalDay(boughtAt);
}
