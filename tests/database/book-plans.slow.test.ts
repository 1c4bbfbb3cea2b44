import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { demoVat } from '#server/core/config/vat.ts';
import { checksTable } from '#server/money/books/checks-table.ts';
import { creditsTable } from '#server/money/books/credit-tables.ts';
import { openPlans } from '../world/plans.ts';

const sales = 200_000;

describe('the books of a day among 200,000 sales, one a minute', () => {
  let plans: Awaited<ReturnType<typeof openPlans>>;
  let db: Database;
  beforeAll(async () => {
    plans = await openPlans();
    ({ db } = plans);
    const minutes = sql`'2026-01-01T12:00:00Z'::timestamptz + n * interval '1 minute'`;
    const numbers = sql`generate_series(1, ${sales}::int) as n`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into credit_transactions (id, user_id, plan_id, credits, amount_cents,
          billing, status, completed_at, stripe_payment_intent_id)
        select md5(n::text)::uuid, md5('reader')::uuid, 'plan_basic', 300, 499, '{}', 'completed',
          ${minutes}, 'pi_' || n from ${numbers}`);
      await tx.execute(sql`insert into invoices (id, kind, year, sequence, number, transaction_id, seller,
          buyer, lines, net_cents, vat_cents, total_cents, issued_at)
        select gen_random_uuid(), 'invoice', 2026, n, 'F2026-' || lpad(n::text, 7, '0'),
          md5(n::text)::uuid, '{}', '{"country": "France"}', '[{"vatRatePercent": 5.5}]', 473, 26, 499,
          ${minutes} from ${numbers}`);
      await tx.execute(sql`insert into balance_lines (id, category, amount_cents, fee_cents, net_cents,
          currency, source_id, payment_intent_id, created_at)
        select 'txn_' || n, 'charge', 499, 32, 467, 'eur', 'ch_' || n, 'pi_' || n, ${minutes}
        from ${numbers}`);
      await tx.execute(sql`insert into ledger_entries (id, user_id, delta, kind, reference, balance_after,
          transaction_id, created_at)
        select gen_random_uuid(), md5((n % 1000)::text)::uuid, 300, 'purchase', n::text, 300, md5(n::text)::uuid,
          ${minutes} from ${numbers}`);
    });
    await db.execute(
      sql`vacuum analyze credit_transactions, invoices, balance_lines, ledger_entries`,
    );
  }, 300_000);
  afterAll(() => plans.close());

  const day = { from: '2026-02-10', to: '2026-02-10', by: 'day' } as const;

  test('looks up what Stripe has of them', async () => {
    const read = await plans.scansOf(async () => {
      const { rows } = await checksTable(db, day, { ossSince: null, vat: demoVat });
      expect(rows[3]).toEqual(['Factures et paiements chez Stripe', 718_560, 718_560, 0, 'Juste']);
    });
    const lines = read
      .flatMap(({ scans }) => scans)
      .filter((node) => node['Relation Name'] === 'balance_lines');
    expect(lines.length).toBeGreaterThan(1);
    const most = lines.map((node) => node['Actual Rows'] * node['Actual Loops']);
    expect(Math.max(...most)).toBe(1_440);
  });

  test('finds what moved by its day', async () => {
    const read = await plans.scansOf(() => creditsTable(db, day));
    const kinds = read.flatMap(({ scans }) => scans).map((node) => node['Node Type']);
    expect(kinds).not.toContain('Seq Scan');
  });
});
