import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { acknowledgeGap } from '#server/money/invoices/acknowledge-gap.ts';
import { statementRules } from '#server/money/earnings/statement-rules.ts';
import { invoiceNumber } from '#server/money/invoices/invoice-number.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { ledgerRules } from '#server/money/payments/ledger-rules.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { closeTransfer } from '#server/money/payments/close-transfer.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask } from '#tests/world/marks.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { pass } from '#tests/world/passes.ts';
import { buyPack, openShop, orderPack, type Shop } from '#tests/world/payments.ts';
import { signInAs, type TestBrowser } from '#tests/world/people.ts';

const dayMs = 24 * 60 * 60_000;

/** The data in which violations are planted: payments in every possible state. */
type World = Record<
  | 'reader'
  | 'other'
  | 'plain'
  | 'pending'
  | 'refunded'
  | 'withdrawn'
  | 'withdrawal'
  | 'transferred'
  | 'disputed'
  | 'lost'
  | 'lostDispute'
  | 'openDispute'
  | 'unlocked'
  | 'owed'
  | 'owedOf',
  string
>;
let world: World;

/** Statements that plant a violation, and its expected report: the sentence and the id. */
type Wrong = { plant: string[]; what: RegExp; id: () => string };

const uuid = '01890000-0000-7000-8000-00000000000';

const wrongs: Record<string, Wrong> = {
  'a balance raised by hand': {
    plant: [`update users set credits = credits + 1 where id = '{reader}'`],
    what: /^le solde d’un compte/,
    id: () => world.reader,
  },
  'an entry that does not go on from the one before': {
    plant: [
      `insert into ledger_entries (id, user_id, delta, kind, reference, balance_after)
        values ('${uuid}1', '{reader}', 5, 'adjustment', 'planted', 7)`,
      `update users set credits = credits + 5 where id = '{reader}'`,
    ],
    what: /^une écriture ne continue pas/,
    id: () => `${uuid}1`,
  },
  'an erased account with credits': {
    plant: [`update users set erased_at = now() where id = '{reader}'`],
    what: /^un compte supprimé/,
    id: () => world.reader,
  },
  'an open chapter without its entry': {
    plant: [`delete from ledger_entries where reference = '{unlocked}'`],
    what: /^un chapitre ouvert n’a pas/,
    id: () => world.unlocked,
  },
  'an open chapter that cost something else': {
    plant: [
      `update unlocks set cost_credits = 7 where user_id || ':' || chapter_id = '{unlocked}'`,
    ],
    what: /^un chapitre ouvert n’a pas/,
    id: () => world.unlocked,
  },
  'an entry for a chapter that is not open': {
    plant: [
      `insert into ledger_entries (id, user_id, delta, kind, reference, balance_after)
        values ('${uuid}1', '{reader}', -1, 'unlock', 'nothing', 0)`,
    ],
    what: /^une écriture de déverrouillage/,
    id: () => `${uuid}1`,
  },
  'a chapter that was taken down without its credits returned': {
    plant: [
      `update chapters set status = 'draft', taken_down_at = now()
        where id = split_part('{unlocked}', ':', 2)::uuid`,
    ],
    what: /^un chapitre retiré par la rédaction n’a pas été rendu/,
    id: () => world.unlocked,
  },
  'credits returned for a chapter that was not taken down': {
    plant: [
      `insert into ledger_entries (id, user_id, delta, kind, reference, balance_after)
        values ('${uuid}1', '{reader}', 1, 'unlock_return', '{unlocked}', 1)`,
    ],
    what: /^des crédits ont été rendus pour un chapitre/,
    id: () => `${uuid}1`,
  },
  'a paid purchase without its credits': {
    plant: [`delete from ledger_entries where kind = 'purchase' and transaction_id = '{plain}'`],
    what: /^un achat payé n’a pas ses crédits/,
    id: () => world.plain,
  },
  'a paid purchase with other credits': {
    plant: [
      `update ledger_entries set delta = 299 where kind = 'purchase' and transaction_id = '{plain}'`,
    ],
    what: /^un achat payé n’a pas ses crédits/,
    id: () => world.plain,
  },
  'a purchase whose credits went to somebody else': {
    plant: [
      `update ledger_entries set user_id = '{other}'
        where kind = 'purchase' and transaction_id = '{plain}'`,
    ],
    what: /^un achat payé n’a pas ses crédits/,
    id: () => world.plain,
  },
  'a purchase credited twice under another reference, with the balance raised to match': {
    plant: [
      `drop index ledger_entries_once_per_transaction`,
      `insert into ledger_entries
          (id, user_id, delta, kind, reference, transaction_id, balance_after)
        select '${uuid}1', id, 300, 'purchase', 'again', '{plain}', credits + 300
        from users where id = '{reader}'`,
      `update users set credits = credits + 300 where id = '{reader}'`,
    ],
    what: /^un achat a été crédité plus d’une fois/,
    id: () => world.plain,
  },
  'a purchase’s entry under another reference': {
    plant: [
      `update ledger_entries set reference = 'other'
        where kind = 'purchase' and transaction_id = '{plain}'`,
    ],
    what: /^une écriture d’achat porte une autre référence/,
    id: () => '',
  },
  'credits for a purchase that is not paid': {
    plant: [
      `insert into ledger_entries
          (id, user_id, delta, kind, reference, transaction_id, balance_after)
        values ('${uuid}1', '{reader}', 300, 'purchase', '{pending}', '{pending}', 300)`,
    ],
    what: /^un achat qui n’est pas payé/,
    id: () => world.pending,
  },
  'more taken back of a purchase than it gave': {
    plant: [
      `insert into ledger_entries
          (id, user_id, delta, kind, reference, transaction_id, balance_after)
        values ('${uuid}1', '{reader}', -301, 'refund', 'planted', '{plain}', 0)`,
    ],
    what: /^il a été repris d’un achat plus de crédits/,
    id: () => world.plain,
  },
  'an entry about somebody else’s purchase': {
    plant: [
      `insert into ledger_entries
          (id, user_id, delta, kind, reference, transaction_id, balance_after)
        values ('${uuid}1', '{other}', -1, 'dispute', 'planted', '{plain}', 0)`,
    ],
    what: /^une écriture touche l’achat d’un autre compte/,
    id: () => `${uuid}1`,
  },
  'a paid purchase without its invoice': {
    plant: [`delete from invoices where kind = 'invoice' and transaction_id = '{plain}'`],
    what: /^un achat payé n’a pas sa facture/,
    id: () => world.plain,
  },
  'an invoice over another sum': {
    plant: [
      `update invoices set total_cents = 500, net_cents = 500 - vat_cents
        where kind = 'invoice' and transaction_id = '{plain}'`,
    ],
    what: /^un achat payé n’a pas sa facture/,
    id: () => world.plain,
  },
  'an invoice for a purchase that is not paid': {
    plant: [
      `update invoices set transaction_id = '{pending}'
        where kind = 'invoice' and transaction_id = '{plain}'`,
    ],
    what: /^un achat payé n’a pas sa facture/,
    id: () => world.pending,
  },
  'a refund without its credit note': {
    plant: [`delete from invoices where kind = 'credit_note' and transaction_id = '{refunded}'`],
    what: /^les avoirs d’un achat/,
    id: () => world.refunded,
  },
  'credits taken for a refund that has no credit note': {
    plant: [
      `update invoices set refund_reference = 'other'
        where kind = 'credit_note' and transaction_id = '{refunded}'`,
    ],
    what: /^une écriture de remboursement n’a pas son avoir/,
    id: () => '',
  },
  'a number that was left out': {
    plant: [`update invoice_counters set last_number = last_number + 2 where kind = 'invoice'`],
    what: /^il manque un numéro/,
    id: () => '',
  },
  'a counter that is behind its numbers': {
    plant: [`update invoice_counters set last_number = 1 where kind = 'invoice'`],
    what: /^un numéro dépasse le compteur/,
    id: () => '',
  },
  'a counter that is gone': {
    plant: [`delete from invoice_counters where kind = 'credit_note'`],
    what: /^un numéro dépasse le compteur/,
    id: () => '',
  },
  'a number said to be lost whose document is there': {
    plant: [
      `insert into acknowledged_gaps (id, kind, year, first_sequence, last_sequence, reason)
        select '${uuid}1', kind, year, 1, 1, 'planted' from invoice_counters where kind = 'invoice'`,
    ],
    what: /^un numéro a été déclaré perdu/,
    id: () => '',
  },
  'a withdrawal without its entry': {
    plant: [`delete from ledger_entries where kind = 'withdrawal' and reference = '{withdrawal}'`],
    what: /^une rétractation n’a pas son écriture/,
    id: () => world.withdrawal,
  },
  'credits taken for a withdrawal that nobody declared': {
    plant: [`delete from withdrawals where id = '{withdrawal}'`],
    what: /^une écriture de rétractation n’a pas de rétractation/,
    id: () => '',
  },
  'a withdrawal marked as refunded that nothing has paid': {
    plant: [`update withdrawals set refunded_at = now() where id = '{owed}'`],
    what: /^une rétractation est notée remboursée, et rien/,
    id: () => world.owed,
  },
  'a withdrawal ended by a dispute that is not lost': {
    plant: [
      `update withdrawals set refunded_at = now(), stripe_dispute_id = 'du_none' where id = '{owed}'`,
    ],
    what: /^une rétractation doit sa fin à un litige/,
    id: () => world.owed,
  },
  'credits taken by a dispute that is not lost': {
    plant: [`update disputes set state = 'won' where id = '{lostDispute}'`],
    what: /^un litige a repris des crédits/,
    id: () => '',
  },
  'credits frozen by a dispute that has ended': {
    plant: [`update disputes set state = 'won', closed_at = now() where id = '{openDispute}'`],
    what: /^des crédits sont bloqués sans litige ouvert/,
    id: () => world.openDispute,
  },
  'credits freed that were never frozen': {
    plant: [
      `insert into ledger_entries
          (id, user_id, delta, kind, reference, transaction_id, balance_after)
        values ('${uuid}1', '{reader}', 5, 'dispute_release', 'du_none', '{plain}', 5)`,
    ],
    what: /^des crédits sont bloqués sans litige ouvert/,
    id: () => 'du_none',
  },
};

/** Closed months and statements of long ago, when nothing was sold. */
const month = (name: string, end: string) =>
  `insert into closed_months (month, ended_at, closed_at, publisher)
    values ('${name}', '${end}', '2020-05-01', '{}')`;
const january = month('2020-01', '2020-01-31T23:00:00Z');
const february = month('2020-02', '2020-02-29T23:00:00Z');
const statement = (sums: string, name = '2020-01', author = '{reader}') =>
  `insert into statements
      (month, author_id, author_name, brought_cents, earned_cents, paid_cents, balance_cents)
    values ('${name}', '${author}', 'Léa', ${sums})`;
const line = `insert into statement_lines (id, month, novel_id, novel_title, author_id, basis_points,
    paid_credits, free_credits, spent_net_cents, spent_vat_cents, carried_net_cents,
    carried_vat_cents, due_cents)
  values ('${uuid}7', '2020-01', '${uuid}8', 'Vendu', '{reader}', 5000, 100, 0, 200, 11, 0, 0, 100)`;
const payout = (state: string) =>
  `insert into payout_orders (id, executes_on, payer_name, payer_iban, created_by, created_at)
    values ('${uuid}5', '2020-01-10', 'Éditeur', 'FR', '{other}', '2020-01-10');
  insert into payouts (id, order_id, author_id, amount_cents, holder_name, iban, state, paid_on,
    settled_at, settled_by) values ('${uuid}6', '${uuid}5', '{reader}', 300, 'Léa', 'FR', ${state})`;

/** 300 cents, of which 9.2 percent of 295 are withheld. */
const payoutOfLines = [
  ...payout(`'ordered', null, null, null`).split(';'),
  `update payouts set net_cents = 273, sheet_id = '${uuid}4'`,
  `insert into payout_lines (payout_id, kind, base_cents, rate, amount_cents)
    values ('${uuid}6', 'csg', 295, 920, 27), ('${uuid}6', 'publisher', 300, 100, 3)`,
];

const wrongStatements: Record<string, Wrong> = {
  'a statement of a thousand euros without a line': {
    plant: [january, statement('0, 100000, 0, 100000')],
    what: /^un relevé ne dit pas la somme de ses lignes/,
    id: () => `2020-01 ${world.reader}`,
  },
  'a line without its statement': {
    plant: [january, line],
    what: /^un relevé ne dit pas la somme de ses lignes/,
    id: () => `2020-01 ${world.reader}`,
  },
  'a line of what the ledger does not know': {
    plant: [january, line, statement('0, 100, 0, 100')],
    what: /^les relevés d’un roman ne font pas ce que dit le grand livre \(dueCents\)/,
    id: () => `${uuid}8`,
  },
  'a statement that begins with another balance than the one before ended with': {
    plant: [january, february, statement('0, 0, 0, 0'), statement('700, 0, 0, 700', '2020-02')],
    what: /^un relevé ne reprend pas le solde/,
    id: () => `2020-02 ${world.reader}`,
  },
  'a first statement that brings something': {
    plant: [january, statement('700, 0, 0, 700')],
    what: /^un relevé ne reprend pas le solde/,
    id: () => `2020-01 ${world.reader}`,
  },
  'a payment in statements that nobody made': {
    plant: [january, statement('0, 0, 300, -300')],
    what: /^les relevés d’un auteur ne disent pas ce qui lui a été payé/,
    id: () => world.reader,
  },
  'a payment that no statement has': {
    plant: [january, ...payout(`'paid', '2020-01-12', '2020-01-12', '{other}'`).split(';')],
    what: /^les relevés d’un auteur ne disent pas ce qui lui a été payé/,
    id: () => world.reader,
  },
  'a payment in statements that the bank never made': {
    plant: [
      january,
      statement('0, 0, 300, -300'),
      ...payout(`'failed', null, '2020-01-12', '{other}'`).split(';'),
    ],
    what: /^les relevés d’un auteur ne disent pas ce qui lui a été payé/,
    id: () => world.reader,
  },
  'a payment whose lines do not lead to what the bank pays': {
    plant: [...payoutOfLines, `update payouts set net_cents = 272`],
    what: /^un virement ne dit pas son brut et ses lignes/,
    id: () => `${uuid}6`,
  },
  'a line that is not its base at its rate': {
    plant: [...payoutOfLines, `update payout_lines set rate = 880 where kind = 'csg'`],
    what: /^une ligne d’un virement n’est pas sa base à son taux/,
    id: () => `${uuid}6 csg`,
  },
  'a month that was left out': {
    plant: [january, month('2020-03', '2020-03-31T22:00:00Z')],
    what: /^un mois clos ne suit pas/,
    id: () => '2020-03',
  },
  'a month that ended at another instant': {
    plant: [month('2020-01', '2020-01-31T22:00:00Z')],
    what: /^un mois clos n’a pas sa fin/,
    id: () => '2020-01',
  },
};

/** The same for what only the comparison with Stripe can find. */
const wrongsAtStripe: Record<string, Wrong> = {
  'a payment that is not credited': {
    plant: [
      `update credit_transactions set status = 'pending', completed_at = null where id = '{plain}'`,
    ],
    what: /^un paiement reçu par Stripe n’est pas crédité/,
    id: () => world.plain,
  },
  'another sum than was paid': {
    plant: [`update credit_transactions set amount_cents = 500 where id = '{plain}'`],
    what: /^Stripe a reçu une autre somme/,
    id: () => world.plain,
  },
  'another sum than was given back': {
    plant: [`update credit_transactions set refunded_cents = 99 where id = '{refunded}'`],
    what: /^Stripe a remboursé une autre somme/,
    id: () => world.refunded,
  },
  'a credited purchase that nobody paid': {
    plant: [
      `update credit_transactions set status = 'completed', completed_at = created_at
        where id = '{pending}'`,
    ],
    what: /^un achat crédité n’est pas payé chez Stripe/,
    id: () => world.pending,
  },
  'a withdrawal marked as refunded, with a refund and a credit note that Stripe does not know': {
    plant: [
      `update withdrawals set refunded_at = now(), stripe_refund_id = 're_none' where id = '{owed}'`,
      `update credit_transactions set refunded_cents = amount_cents where id = '{owedOf}'`,
    ],
    what: /^une rétractation est notée remboursée, et Stripe/,
    id: () => world.owed,
  },
  'a dispute that is noted as it no longer stands': {
    plant: [`update disputes set state = 'won', closed_at = now() where id = '{openDispute}'`],
    what: /^un litige n’est pas noté comme chez Stripe/,
    id: () => world.openDispute,
  },
};

describe('what is wrong with money', () => {
  let shop: Shop;
  let from: Date;
  beforeAll(async () => {
    shop = await openShop();
    from = new Date(Date.now() - dayMs);
    world = await makeWorld(shop);
  });
  afterAll(() => shop.close());

  const payments = () => {
    if (!shop.app.payments) throw new Error('the shop sells nothing');
    return shop.app.payments;
  };
  const now = () => shop.app.clock.now();

  /**
   * Plants in a transaction that is rolled back, bypassing the triggers and keys that forbid
   * it.
   */
  async function found(
    { plant }: Wrong,
    check: (tx: Database) => Promise<readonly { what: string; id: string }[]>,
  ): Promise<readonly { what: string; id: string }[]> {
    let differences: readonly { what: string; id: string }[] = [];
    const undo = new Error('undo');
    await shop.app.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        for (const statement of plant) await tx.execute(sql.raw(filledIn(statement)));
        differences = await check(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return differences;
  }

  function expectNamed(
    differences: readonly { what: string; id: string }[],
    { what, id }: Wrong,
  ): void {
    const named = differences.filter((one) => what.test(one.what));
    expect(named, JSON.stringify(differences)).not.toEqual([]);
    if (id() !== '') expect(named.map((one) => one.id)).toContain(id());
  }

  test('is empty where everything is consistent', async () => {
    expect(await checkLedger(shop.app.db, now())).toEqual([]);
    expect(await checkStripe(shop.app, payments(), from)).toEqual([]);
  });

  test.each(Object.entries(wrongs))('is named: %s', async (_, wrong) => {
    expectNamed(await found(wrong, (tx) => checkLedger(tx, now())), wrong);
  });

  test.each(Object.entries(wrongStatements))('is named of statements: %s', async (_, wrong) => {
    expectNamed(await found(wrong, (tx) => checkLedger(tx, now())), wrong);
  });

  test('has no payment that came back, or whose day was corrected, after the closing', async () => {
    for (const state of [
      `'failed', '2020-01-12', '2020-06-01', '{other}'`,
      `'paid', '2020-01-13', '2020-06-01', '{other}'`,
    ]) {
      const plant = [january, statement('0, 0, 300, -300'), ...payout(state).split(';')];
      const right = { plant, what: /./, id: () => '' };
      expect(await found(right, (tx) => checkLedger(tx, now()))).toEqual([]);
    }
  });

  test.each(Object.entries(wrongsAtStripe))('is named by Stripe: %s', async (_, wrong) => {
    const { clock } = shop.app;
    const check = (tx: Database) => checkStripe({ db: tx, clock }, payments(), from);
    expectNamed(await found(wrong, check), wrong);
  });

  test('has a planted example for every rule', () => {
    const patterns = Object.values({ ...wrongs, ...wrongStatements }).map(({ what }) => what);
    const unplanted = [...ledgerRules, ...statementRules].filter(
      ({ what }) => !patterns.some((one) => one.test(what)),
    );
    expect(unplanted).toEqual([]);
  });

  test('has a withdrawal that is owed for more than a day', async () => {
    const later = new Date(now().getTime() + 2 * dayMs);
    expect(await checkLedger(shop.app.db, later)).toMatchObject([
      { what: 'une rétractation n’est pas remboursée depuis plus d’un jour', id: world.owedOf },
    ]);
  });

  test('has a lost number, until it is acknowledged', async () => {
    const { db } = shop.app;
    const [counter] = await db.query.invoiceCounters.findMany({
      where: (table) => eq(table.kind, 'invoice'),
    });
    const { year = 0, lastNumber = 0 } = counter ?? {};
    const gap = { kind: 'invoice', year, reason: 'Sauvegarde restaurée.' } as const;
    await db.execute(
      sql`update invoice_counters set last_number = last_number + 3 where kind = 'invoice'`,
    );
    const id = invoiceNumber({ kind: 'invoice', year, sequence: lastNumber + 1 });
    expect(await checkLedger(db, now())).toMatchObject([{ id, expected: '3 numéros' }]);
    const whole = { ...gap, firstSequence: lastNumber + 1, lastSequence: lastNumber + 3 };
    const first = { ...whole, lastSequence: lastNumber + 1 };
    expect(await acknowledgeGap(db, first, now())).toEqual({ kind: 'noted' });
    expect(await checkLedger(db, now())).toMatchObject([{ expected: '2 numéros' }]);
    expect(await acknowledgeGap(db, whole, now())).toEqual({ kind: 'noted' });
    expect(await acknowledgeGap(db, whole, now())).toEqual({ kind: 'known' });
    expect(await checkLedger(db, now())).toEqual([]);
    expect(await acknowledgeGap(db, { ...whole, firstSequence: lastNumber }, now())).toMatchObject({
      kind: 'issued',
    });
    expect(
      await acknowledgeGap(db, { ...whole, lastSequence: lastNumber + 4 }, now()),
    ).toMatchObject({ kind: 'ahead' });
    // The next one gets its number, and nothing is missing.
    await buyPack(shop, await signInAs(shop.app), 'plan_basic');
    expect(await checkLedger(db, now())).toEqual([]);
  });
});

function filledIn(statement: string): string {
  return statement.replaceAll(/\{(\w+)\}/g, (_, name: keyof World) => {
    if (!world[name]) throw new Error(`nothing is called ${name}`);
    return world[name];
  });
}

/** Purchases in every possible state, all consistent. */
async function makeWorld(shop: Shop): Promise<World> {
  const { app, stripe } = shop;
  const { control } = stripe;
  const idOf = async (sessionId: string) => {
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [row] = await app.db.select().from(creditTransactions).where(bought);
    return row?.id ?? '';
  };
  const withdrawalOf = async (transactionId: string) => {
    const from = eq(withdrawals.transactionId, transactionId);
    const [row] = await app.db.select().from(withdrawals).where(from);
    if (!row) throw new Error('nothing was withdrawn');
    return row;
  };
  const withdraw = async (browser: TestBrowser, transactionId: string) => {
    const path = `/api/credit/withdrawal/${transactionId}`;
    expect(await ask(app, browser, 'POST', path, { credits: 300 })).toMatchObject({ status: 200 });
    await control.idle();
    return withdrawalOf(transactionId);
  };
  const reader = await signInAs(app);
  const other = await signInAs(app);
  const plain = await idOf(await buyPack(shop, reader, 'plan_basic'));
  const pending = await idOf(await orderPack(shop, reader, 'plan_basic'));
  const { chapterIds } = await addNovel(app, { chapters: [chapterDraft(1, { isPremium: true })] });
  const [chapterId = ''] = chapterIds;
  await pass(app, reader.user.id, [chapterId]);
  await ask(app, reader, 'POST', `/api/chapters/${chapterId}/unlock`);
  const buyer = async () => {
    const browser = await signInAs(app);
    const sessionId = await buyPack(shop, browser, 'plan_basic');
    return { browser, sessionId, id: await idOf(sessionId) };
  };
  const refunded = await buyer();
  control.refund(refunded.sessionId, 100);
  await control.idle();
  const withdrawn = await buyer();
  const withdrawal = await withdraw(withdrawn.browser, withdrawn.id);
  const lost = await buyer();
  const lostDispute = control.openDispute(lost.sessionId);
  control.closeDispute(lostDispute.id, 'lost');
  const disputed = await buyer();
  const openDispute = control.openDispute(disputed.sessionId);
  await control.idle();
  // Won, and withdrawn from: Stripe refuses, and a bank transfer settles it.
  const transferred = await buyer();
  control.closeDispute(control.openDispute(transferred.sessionId).id, 'won');
  await control.idle();
  const settled = await withdraw(transferred.browser, transferred.id);
  await reconcile(app);
  const transfer = { reference: 'VIR 1', paidOn: parisDay(app.clock.now()) };
  expect(
    await closeTransfer(app, {
      ...transfer,
      withdrawalId: settled.id,
      amountCents: 499,
      settledBy: null,
    }),
  ).toBeNull();
  const owing = await buyer();
  control.setOutage({ kind: 'down' });
  const owed = await withdraw(owing.browser, owing.id);
  control.setOutage({ kind: 'none' });
  const gift = { delta: 2, kind: 'adjustment', reference: 'gift' } as const;
  await app.db.transaction((tx) => moveCredits(tx, other.user.id, [gift], app.clock.now()));
  expect(await app.db.$count(invoices)).toBeGreaterThan(7);
  // What happens while Stripe is read is not compared: all of this was before.
  app.clock.advance(10 * 60_000);
  return {
    reader: reader.user.id,
    other: other.user.id,
    plain,
    pending,
    refunded: refunded.id,
    withdrawn: withdrawn.id,
    withdrawal: withdrawal.id,
    lost: lost.id,
    lostDispute: lostDispute.id,
    transferred: transferred.id,
    disputed: disputed.id,
    openDispute: openDispute.id,
    unlocked: `${reader.user.id}:${chapterId}`,
    owed: owed.id,
    owedOf: owing.id,
  };
}
