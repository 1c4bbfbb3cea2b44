import { asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import type { App } from '#server/app.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { closedMonths, statements } from '#server/core/db/schema/earnings.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { endOfMonth } from '#server/money/earnings/paris-month.ts';
import { setShare } from '#server/money/earnings/calls.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { countNaively, type Owning, type Sharing } from './naive-earnings.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { addPastSale } from './past-sale.ts';
import { addUser } from './people.ts';
import { sorted, sumStated } from './stated-sums.ts';

/** Three months that have ended by `soldMonthsEnd`, none of them closed. */
export const soldMonths = ['2026-06', '2026-07', '2026-08'] as const;
export const soldMonthsEnd = '2026-09-01T06:00:00Z';

/** Credits spent on five novels in each month. */
const spent = [
  [150, 90, 7, 41, 12],
  [33, 0, 120, 0, 5],
  [1, 299, 64, 0, 0],
];

/** Whose statements and letters there must be, and what the oracle has to know. */
export type SoldMonths = {
  authorIds: string[];
  /** Who has an address. */
  reachableIds: string[];
  owning: Owning[];
  sharing: Sharing[];
};

/** Sales and unlocks of three authors, one of them without an address, and of the publisher. */
export async function addSoldMonths(app: App): Promise<SoldMonths> {
  const [elise, karim, silent] = [
    (await addUser(app, { role: 'author', email: 'elise@exemple.test' })).id,
    (await addUser(app, { role: 'author', email: 'karim@exemple.test' })).id,
    (await addUser(app, { role: 'author', email: null })).id,
  ];
  const sharing: Sharing[] = [
    { basisPoints: 5000, day: '2026-01-01' },
    { authorId: karim, basisPoints: 3333, day: '2026-07-01' },
  ];
  for (const { authorId = null, basisPoints, day } of sharing) {
    const share = { novelId: null, authorId, basisPoints, startsOn: day };
    expect(await setShare(app, share, null)).toBeNull();
  }
  const owning: Owning[] = [];
  for (const [place, authorId] of [elise, elise, karim, silent, null].entries()) {
    const { id: novelId, chapterIds } = await addNovel(app, {
      title: `Vendu ${place}`,
      chapters: [chapterDraft(1, { isPremium: true })],
    });
    await app.db.update(novels).set({ ownerId: authorId }).where(eq(novels.id, novelId));
    owning.push({ novelId, authorId, from: new Date(0) });
    for (const [at, month] of soldMonths.entries()) {
      const credits = spent[at]?.[place] ?? 0;
      if (credits === 0) continue;
      const { id: userId } = await addUser(app);
      const sale = { userId, chapterId: chapterIds[0] ?? '', credits };
      await addPastSale(app, { ...sale, at: new Date(`${month}-10T10:00:00Z`) });
    }
  }
  const authorIds = [elise, karim, silent];
  return { authorIds, reachableIds: [elise, karim], owning, sharing };
}

/**
 * Asserts that the first `count` of the months are closed, each once and whole, to the cent, with a
 * letter to each author, and that nothing of the others is there.
 */
export async function expectClosed(app: App, sold: SoldMonths, count: number): Promise<void> {
  const { db } = app;
  const months = soldMonths.slice(0, count);
  const closed = await db.select().from(closedMonths).orderBy(asc(closedMonths.month));
  expect(closed.map(({ month }) => month)).toEqual(months);
  const earned = await Promise.all(
    months.map((month) => countNaively(db, endOfMonth(month), sold)),
  );
  expect(sorted(await sumStated(db))).toEqual(sorted(earned.at(-1) ?? new Map()));

  const earnedBy = (authorId: string, place: number) =>
    [...(earned[place] ?? [])]
      .filter(([key]) => key.endsWith(` ${authorId}`))
      .reduce((sum, [, { due }]) => sum + due, 0);
  const accounts = months.flatMap((month, place) =>
    sold.authorIds.map((authorId) => {
      const [broughtCents, balanceCents] = [
        earnedBy(authorId, place - 1),
        earnedBy(authorId, place),
      ];
      const earnedCents = balanceCents - broughtCents;
      return { month, authorId, broughtCents, earnedCents, paidCents: 0, balanceCents };
    }),
  );
  const { authorName, ...sums } = getTableColumns(statements);
  expect(inOrder(await db.select(sums).from(statements))).toEqual(inOrder(accounts));
  expect(await db.$count(statements, isNull(authorName))).toBe(0);

  const letters = await db.select().from(outbox).where(eq(outbox.kind, 'statement'));
  const addressed = months.flatMap((month) =>
    sold.reachableIds.map((userId) => `statement:${month}:${userId}`),
  );
  // Without a mail server, each ends as “not set up” and keeps its key alone.
  expect(letters.map(({ deduplicationKey }) => deduplicationKey).toSorted()).toEqual(
    addressed.toSorted(),
  );
  expect(await checkLedger(db, app.clock.now())).toEqual([]);
}

const inOrder = (rows: readonly object[]) =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
