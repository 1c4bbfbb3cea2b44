import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCreditsArguments } from '#scripts/credits/arguments.ts';
import { parseLedgerArguments } from '#scripts/ledger/arguments.ts';
import { parseWithdrawalsArguments } from '#scripts/withdrawals/arguments.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { acknowledgedGaps, invoiceCounters } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, orderPack, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';

let folder: string;
let shop: Shop;
let lea: TestBrowser;

/** What production needs for `reconcile`, in addition to Stripe's settings. */
const reconciles = {
  PUBLISHER_NAME: 'Éditions du Test',
  PUBLISHER_LEGAL_FORM: 'SARL',
  PUBLISHER_CAPITAL: '1 000 €',
  PUBLISHER_ADDRESS: '1 rue du Test, Lyon',
  PUBLISHER_REGISTRATION: 'RCS Lyon 123',
  PUBLISHER_VAT_NUMBER: 'FR00123456789',
  PUBLISHER_EMAIL: 'contact@editions.test',
  PUBLISHER_PHONE: '+33 1 00 00 00 00',
  VAT_RATES: 'none',
};

type Run = { code: number; output: string; errors: string };

function run(script: string, argv: string[], environment = {}): Promise<Run> {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const env = { ...process.env, DATABASE_URL: `file:${folder}/data`, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...argv], { cwd: folder, env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

const balance = async () =>
  (await shop.app.db.select().from(users).where(eq(users.id, lea.user.id)))[0]?.credits;

describe('commands about money, with a running server', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-money-'));
    shop = await openShop({ DATABASE_URL: `file:${folder}/data` });
    lea = await signInAs(shop.app, { email: 'lea@feuilleton.test' });
  });
  afterEach(async () => {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('credits are added and removed with a reason, and never below zero', async () => {
    const given = await run('credits', ['adjust', 'lea@feuilleton.test', '+5', 'Geste commercial']);
    expect(given).toMatchObject({ code: 0, errors: '' });
    expect(given.output).toContain('+5');
    const taken = await run('credits', ['adjust', lea.user.id, '-2', 'Erreur de saisie']);
    expect(taken.code).toBe(0);
    expect(await balance()).toBe(3);
    const tooMany = await run('credits', ['adjust', lea.user.id, '-4', 'Encore une erreur']);
    expect(tooMany).toMatchObject({ code: 1 });
    expect(tooMany.errors).toContain('rien n’a changé');
    const nobody = await run('credits', ['adjust', unknownId, '+1', 'Personne']);
    expect(nobody).toMatchObject({ code: 1, output: '' });
    expect(await balance()).toBe(3);
    const entries = await shop.app.db.select().from(ledgerEntries);
    expect(entries.map(({ reason }) => reason).toSorted()).toEqual([
      'Erreur de saisie',
      'Geste commercial',
    ]);
  });

  test('the ledger is checked against itself and against Stripe', async () => {
    await buyPack(shop, lea);
    const { environment } = shop.stripe;
    const good = await run('ledger', ['check'], environment);
    expect(good).toMatchObject({ code: 0, errors: '' });
    expect(good.output).toContain('Tout concorde.');
    // A balance that was changed by hand.
    await shop.app.db.update(users).set({ credits: sql`${users.credits} + 1` });
    const wrong = await run('ledger', ['check'], environment);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain(`${lea.user.id} : le solde d’un compte`);
    await shop.app.db.update(users).set({ credits: sql`${users.credits} - 1` });
    // A payment without its event.
    shop.stripe.control.setDelivery('never');
    const sessionId = await buyPack(shop, lea);
    const [pending] = await shop.app.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    const missing = await run('ledger', ['check'], environment);
    expect(missing.code).toBe(1);
    expect(missing.output).toContain(`${pending?.id} : un paiement reçu par Stripe`);
    const reconciled = await run('reconcile', [], { ...environment, FEUILLETON_MODE: 'test' });
    expect(reconciled).toMatchObject({ code: 0, errors: '' });
    expect(reconciled.output).toContain('Crédités : 1.');
    expect((await run('ledger', ['check'], environment)).code).toBe(0);
    expect(await balance()).toBe(1800);
  }, 240_000);

  test('lost numbers are acknowledged once, with a reason, and no longer reported', async () => {
    await buyPack(shop, lea);
    await shop.app.db.update(invoiceCounters).set({ lastNumber: 4 });
    const withoutStripe = { STRIPE_SECRET_KEY: '' };
    const named = await run('ledger', ['check'], withoutStripe);
    expect(named.code).toBe(1);
    const [first = ''] = /F20\d\d-000002/.exec(named.output) ?? [];
    expect(named.output).toContain(`${first} : il manque un numéro`);
    const last = first.replace('000002', '000004');
    const acknowledge = (...words: string[]) => run('ledger', ['acknowledge', ...words]);
    const tooMany = await acknowledge(first.replace('000002', '000001'), last, 'Restauration');
    expect(tooMany).toMatchObject({ code: 4, output: '' });
    expect(tooMany.errors).toContain('rien n’a été noté');
    expect(await acknowledge(first, last, 'Restauration')).toMatchObject({ code: 0, errors: '' });
    const again = await acknowledge(first, last, 'Restauration');
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('déjà') as string });
    expect(await shop.app.db.select().from(acknowledgedGaps)).toMatchObject([
      { firstSequence: 2, lastSequence: 4, reason: 'Restauration' },
    ]);
    expect((await run('ledger', ['check'], withoutStripe)).code).toBe(0);
  }, 240_000);

  test('a withdrawal that Stripe refuses is listed, and settled by the command; reconcile ends with 0', async () => {
    const { control, environment } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    control.closeDispute(control.openDispute(sessionId).id, 'won');
    await control.idle();
    const [bought] = await shop.app.db.select().from(creditTransactions);
    const path = `/api/credit/withdrawal/${bought?.id ?? ''}`;
    expect(await ask(shop.app, lea, 'POST', path, { credits: 300 })).toMatchObject({ status: 200 });
    const reconciled = await run('reconcile', [], { ...environment, FEUILLETON_MODE: 'test' });
    expect(reconciled).toMatchObject({ code: 0, errors: '' });
    expect(reconciled.output).toContain('En attente d’un virement (feuilleton withdrawals) : 1.');
    const listed = await run('withdrawals', ['list']);
    const [id = ''] = /^\S+/.exec(listed.output) ?? [];
    expect(listed.output).toMatch(/4,99\s€ à /);
    const day = parisDay(shop.app.clock.now());
    const wrong = await run('withdrawals', ['settle', id, '4,98', day, 'VIR 1']);
    expect(wrong).toMatchObject({ code: 1, output: '' });
    expect(wrong.errors).toContain('Le montant à payer a changé');
    const settled = await run('withdrawals', ['settle', id, '4,99', day, 'VIR 1']);
    expect(settled).toMatchObject({ code: 0, errors: '' });
    const [withdrawal] = await shop.app.db.select().from(withdrawals);
    expect(withdrawal).toMatchObject({ transferReference: 'VIR 1', transferredOn: day });
    expect((await run('ledger', ['check'], environment)).code).toBe(0);
  }, 240_000);

  test('without Stripe the check says so, and while it is down it fails', async () => {
    await orderPack(shop, lea);
    const without = await run('ledger', ['check'], { STRIPE_SECRET_KEY: '' });
    expect(without.code).toBe(0);
    expect(without.output).toContain('Stripe n’est pas comparé');
    await shop.stripe.stop();
    const silent = await run('ledger', ['check'], shop.stripe.environment);
    expect(silent.code).toBe(2);
    expect(silent.errors).toContain('Stripe ne répond pas');
    expect(silent.output).toContain('La base de données concorde avec elle-même.');
  });

  test('the check reports local mismatches while Stripe is down, with its own exit code', async () => {
    await buyPack(shop, lea);
    await shop.app.db.update(users).set({ credits: sql`${users.credits} + 1` });
    await shop.stripe.stop();
    const silent = await run('ledger', ['check'], shop.stripe.environment);
    expect(silent.output).toContain(`${lea.user.id} : le solde d’un compte`);
    expect(silent.output).toMatch(/1.différence trouvée\./);
    expect(silent.errors).toContain('Stripe ne répond pas');
    expect(silent.code).toBe(3);
    const unasked = await run('ledger', ['check'], { STRIPE_SECRET_KEY: 'sk_test_1234' });
    expect(unasked).toMatchObject({ code: 4, errors: 'STRIPE_WEBHOOK_SECRET manque.\n' });
  });

  test('reconcile needs Stripe’s settings, the seller’s and the rates, and no other', async () => {
    // Not those that a server has, where the test runs on one.
    const file = join(folder, 'settings');
    await writeFile(file, '', { mode: 0o600 });
    const production = { FEUILLETON_MODE: 'production', FEUILLETON_SETTINGS: file };
    const { errors, code } = await run('reconcile', [], production);
    const asked = errors.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(asked.toSorted()).toEqual(
      [...Object.keys(reconciles), 'STRIPE_SECRET_KEY'].map((name) => `${name} manque.`).toSorted(),
    );
  });
});

describe('their command lines', () => {
  test.each([
    [['adjust', 'lea@feuilleton.test', '5', 'raison'], /\+5 ou -5/],
    [['adjust', 'lea@feuilleton.test', '+0', 'raison'], /n’est pas nul/],
    [['adjust', 'lea@feuilleton.test', '+1.5', 'raison'], /\+5 ou -5/],
    [['adjust', 'lea@feuilleton.test', '+5'], /raison/i],
    [['adjust', 'lea@feuilleton.test', '+5', 'une', 'raison'], /guillemets/],
    [['adjust', 'personne', '+5', 'raison'], /adresse e-mail ou un identifiant/],
    [['take-down', 'chapitre', 'raison'], /identifiant/],
    [['take-down', '01930000-0000-7000-8000-000000000000', 'une', 'raison'], /guillemets/],
    [['give', 'lea@feuilleton.test', '+5', 'raison'], /adjust/],
    [[], /adjust/],
  ])('credits %j is wrong', (argv, sentence) => {
    expect(parseCreditsArguments(argv)).toMatchObject({
      kind: 'wrong',
      message: expect.stringMatching(sentence) as string,
    });
  });

  test.each([
    [[]],
    [['count']],
    [['check', '--days', '0']],
    [['check', '--days', 'x']],
    [['acknowledge', 'F2026-000001', 'F2026-000002']],
    [['acknowledge', 'F2026-000002', 'F2026-000001', 'raison']],
    [['acknowledge', 'F2026-000001', 'A2026-000002', 'raison']],
    [['acknowledge', 'F2026-000001', 'F2027-000002', 'raison']],
    [['acknowledge', '1', '2', 'raison']],
    [['acknowledge', 'F2026-000001', 'F2026-000002', 'une', 'raison']],
  ])('ledger %j is wrong', (argv) => {
    expect(parseLedgerArguments(argv)).toMatchObject({ kind: 'wrong' });
  });

  test.each([
    [[]],
    [['list', 'all']],
    [['settle', unknownId, '4,99', '2026-11-22']],
    [['settle', unknownId, '4', '2026-11-22', 'VIR 1']],
    [['settle', unknownId, '4,99', '22/11/2026', 'VIR 1']],
    [['settle', '1', '4,99', '2026-11-22', 'VIR 1']],
    [['settle', unknownId, '4,99', '2026-11-22', 'VIR', '1']],
  ])('withdrawals %j is wrong', (argv) => {
    expect(parseWithdrawalsArguments(argv)).toMatchObject({ kind: 'wrong' });
  });
});
