import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { readLog } from '#server/desk/log.ts';
import { searchDesk } from '#server/desk/search.ts';
import { openPlans, type PlanNode } from '../world/plans.ts';

const people = 100_000;
const orders = 1_000_000;
/** So many movements that PostgreSQL chooses indexes. */
const documents = 200_000;

/** Rows of a table that a node reads. */
const rowsRead = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

describe('the desk over 100,000 people and 1,000,000 purchases', () => {
  let plans: Awaited<ReturnType<typeof openPlans>>;
  let db: Database;
  const admin = { role: 'admin' } as const;
  beforeAll(async () => {
    plans = await openPlans();
    ({ db } = plans);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into users (id, name, display_name, email)
        select lpad(to_hex(n), 32, '0')::uuid, 'Léa Martin ' || n, 'Léa Martin ' || n,
          'lecteur.' || n || '@exemple.fr' from generate_series(1, ${people}::int) as n`);
      await tx.execute(sql`insert into credit_transactions (id, user_id, plan_id, credits, amount_cents,
          billing, status, completed_at, stripe_session_id, stripe_payment_intent_id)
        select md5(n::text)::uuid, lpad(to_hex(n % ${people}::int + 1), 32, '0')::uuid, 'plan_basic', 300, 499,
          '{}', 'completed', now(), 'cs_test_' || n, 'pi_' || n
        from generate_series(1, ${orders}::int) as n`);
      await tx.execute(sql`insert into invoices (id, kind, year, sequence, number, transaction_id, seller,
          buyer, lines, net_cents, vat_cents, total_cents, refund_reference)
        select gen_random_uuid(), 'invoice', 2026, n, 'F2026-' || lpad(n::text, 7, '0'), md5(n::text)::uuid,
          '{}', jsonb_build_object('fullName', 'Noé Faure ' || n, 'email', 'acheteur.' || n || '@exemple.fr'),
          '[]', 499, 0, 499, 're_' || n from generate_series(1, ${orders}::int) as n`);
      await tx.execute(sql`insert into ledger_entries (id, user_id, delta, kind, reference, balance_after,
          transaction_id, created_at)
        select gen_random_uuid(), lpad(to_hex(n % ${people}::int + 1), 32, '0')::uuid, 300, 'purchase',
          n::text, 300, md5(n::text)::uuid, now() - n * interval '1 second'
        from generate_series(1, ${documents}::int) as n`);
      await tx.execute(sql`insert into moderation_acts (id, actor_id, act, subject_id, created_at)
        select gen_random_uuid(), lpad('1', 32, '0')::uuid, 'sessions.ended',
          lpad(to_hex(n % ${people}::int + 1), 32, '0')::uuid, now() - n * interval '1 minute'
        from generate_series(1, 50_000) as n`);
    });
    await db.execute(
      sql`analyze users, credit_transactions, invoices, ledger_entries, moderation_acts`,
    );
  }, 600_000);
  afterAll(() => plans.close());

  const person = `00000000-0000-0000-0000-${'ff'.padStart(12, '0')}`;
  test.each([
    ['a name', 'martin 99999', 1],
    ['a part of an address', 'lecteur.4711@', 1],
    ['a name that everybody has', 'Léa Martin', 20],
    ['the beginning of a number', 'c4ca4238', 1],
    ['a session', 'cs_test_777', 1],
    ['a payment', 'pi_777', 1],
    ['a refund', 're_777', 1],
    ['an invoice', 'F2026-0000777', 1],
    ['the address on an invoice', 'Acheteur.999999@exemple.fr', 1],
    ['the name on an invoice', 'noe faure 888888', 1],
    ['a name on every invoice', 'Noé Faure', 20],
    ['what nobody has', 'zzzzzz qqqqqq', 0],
  ])('%s is found by an index', async (_, typed, count) => {
    const read = await plans.scansOf(async () => {
      const { people: found, orders: ordered } = await searchDesk(db, admin, typed);
      expect(found.length + ordered.length).toBe(count);
    });
    const scans = read.flatMap((query) => query.scans);
    // A name that everybody has ends at its bound, whatever serves it.
    expect(Math.max(0, ...scans.map(rowsRead))).toBeLessThanOrEqual(200);
  });

  test.each([
    ['newest', {}],
    ['of money', { kind: 'money' as const }],
    ['of a person', { person }],
    ['of a day long ago', { to: '2026-01-01' }],
  ])('the log, %s, reads a page of each source', async (_, filter) => {
    const read = await plans.scansOf(() => readLog(db, admin, filter, null));
    const scans = read.flatMap((query) => query.scans);
    expect(scans.map((node) => node['Node Type'])).not.toContain('Parallel Seq Scan');
    expect(Math.max(0, ...scans.map(rowsRead))).toBeLessThanOrEqual(1_000);
  });
});
