import type { Database } from '#server/core/db/database.ts';
import { statementLines } from '#server/core/db/schema/earnings.ts';
import type { NaiveSum } from './naive-earnings.ts';

const names = [
  ...(['paidCredits', 'freeCredits', 'spentNet', 'spentVat'] as const),
  ...(['keptNet', 'keptVat', 'due'] as const),
];

/** Sums by “novel author”, in order, without novels for which nothing counts. */
export const sorted = (sums: ReadonlyMap<string, NaiveSum>) =>
  [...sums]
    .filter(([, sum]) => names.some((name) => sum[name] !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What the lines of all closed months say by “novel author”, to compare with `countNaively`. */
export async function sumStated(db: Database): Promise<Map<string, NaiveSum>> {
  const sums = new Map<string, NaiveSum>();
  for (const line of await db.select().from(statementLines)) {
    const key = `${line.novelId} ${line.authorId ?? ''}`;
    const sum = sums.get(key);
    const own: NaiveSum = {
      paidCredits: line.paidCredits,
      freeCredits: line.freeCredits,
      spentNet: line.spentNetCents,
      spentVat: line.spentVatCents,
      keptNet: line.spentNetCents + line.carriedNetCents,
      keptVat: line.spentVatCents + line.carriedVatCents,
      due: line.dueCents,
    };
    if (sum) for (const name of names) own[name] += sum[name];
    sums.set(key, own);
  }
  return sums;
}
