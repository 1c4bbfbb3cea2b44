import type { z } from 'zod';
import type { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { Database } from '#server/core/db/database.ts';
import { countDays } from '../figures.ts';
import { countReaders, parisMidnight } from './count-readers.ts';
import { readCohorts } from './cohorts.ts';
import { readConversions } from './conversions.ts';
import { netValueOfUnlocks } from './net-value.ts';
import { readOrigins } from './origins.ts';

type Period = z.output<(typeof getNovelPeriod)['response']>;

const dayMs = 86_400_000;

const none = { novelViews: 0, views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };

/**
 * A novel's figures from one day in Paris to another, and of as many days before, in a number of
 * queries that does not grow with its chapters. Ask `findOwnNovel` before.
 */
export async function readPeriod(
  db: Database,
  novelId: string,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<Period> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const before = { from: addDays(from, -length), to: addDays(from, -1) };
  const edges = {
    before: parisMidnight(before.from),
    from: parisMidnight(from),
    end: parisMidnight(addDays(to, 1)),
  };
  const [perDay, readers, net, conversions, cohorts, origins] = await Promise.all([
    countDays(db, novelId, before.from, to),
    countReaders(db, novelId, { before: before.from, from, to }),
    netValueOfUnlocks(db, novelId, edges),
    readConversions(db, novelId, now),
    readCohorts(db, novelId, now),
    readOrigins(db, novelId, { before: before.from, from, to }),
  ]);
  const daysFrom = (first: string) =>
    Array.from({ length }, (_, index) => {
      const day = addDays(first, index);
      return { day, ...none, ...perDay.get(day) };
    });
  const days = daysFrom(from);
  return {
    ...{ from, to, days, origins, conversions, cohorts },
    sums: { ...addUp(days), readers: readers.now, netCents: net.now },
    before: {
      ...before,
      sums: { ...addUp(daysFrom(before.from)), readers: readers.before, netCents: net.before },
    },
  };
}

function addUp(days: readonly (typeof none)[]): typeof none {
  const sums = { ...none };
  for (const day of days) {
    for (const name of Object.keys(none) as (keyof typeof none)[]) sums[name] += day[name];
  }
  return sums;
}
