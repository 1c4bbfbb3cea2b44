import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/** Figures about money: counts, and the last numbers of invoices and credit notes. */
export type MoneyFigures = {
  payments: { settled: number; pending: number; owed: number; refused: number };
  numbers: { kind: 'invoice' | 'credit_note'; year: string; last: number }[];
};

const figuresSchema = z.object({
  rows: z.tuple([
    z.object({
      pending: z.coerce.number(),
      owed: z.coerce.number(),
      refused: z.coerce.number(),
      numbers: z.array(
        z.object({
          kind: z.enum(['invoice', 'credit_note']),
          year: z.number(),
          last_number: z.number(),
        }),
      ),
    }),
  ]),
});

/**
 * One query over small sets, independent of the number of sales: each settled purchase has one
 * invoice, so the sum of all years' last numbers is the number settled.
 */
export async function moneyFigures(db: Database): Promise<MoneyFigures> {
  const result = await db.execute(sql`select
    (select count(*)::int from credit_transactions where status = 'pending') as pending,
    (select count(*)::int from withdrawals
      where refunded_at is null and refused_at is null) as owed,
    (select count(*)::int from withdrawals
      where refunded_at is null and refused_at is not null) as refused,
    (select coalesce(json_agg(c), '[]') from invoice_counters c) as numbers`);
  const [{ pending, owed, refused, numbers }] = figuresSchema.parse(result).rows;
  const settled = numbers
    .filter(({ kind }) => kind === 'invoice')
    .reduce((sum, { last_number: last }) => sum + last, 0);
  const thisYear = Math.max(...numbers.map(({ year }) => year));
  return {
    payments: { settled, pending, owed, refused },
    numbers: numbers
      .filter(({ year }) => year === thisYear)
      .map(({ kind, year, last_number: last }) => ({ kind, year: String(year), last })),
  };
}
