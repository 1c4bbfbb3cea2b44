import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCreditsArguments } from '../../scripts/credits/arguments.ts';
import { parseLedgerArguments } from '../../scripts/ledger/arguments.ts';
import { users } from '../../src/lib/server/db/schema/identity.ts';
import { creditTransactions, ledgerEntries } from '../../src/lib/server/db/schema/money.ts';
import { buyPack, openShop, orderPack, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';

let folder: string;
let shop: Shop;
let lea: TestBrowser;

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

describe('commands about money, beside a server', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-money-'));
    shop = await openShop(`file:${folder}/data`);
    lea = await signInAs(shop.app, { email: 'lea@feuilleton.test' });
  });
  afterEach(async () => {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('credits are given and taken with a reason, and never below nothing', async () => {
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
    // A balance that somebody has changed by hand.
    await shop.app.db.update(users).set({ credits: sql`${users.credits} + 1` });
    const wrong = await run('ledger', ['check'], environment);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain(`${lea.user.id} : le solde d’un compte`);
    await shop.app.db.update(users).set({ credits: sql`${users.credits} - 1` });
    // What was paid, and never heard of.
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
  });

  test('without Stripe the check says so, and while it is silent it fails', async () => {
    await orderPack(shop, lea);
    const without = await run('ledger', ['check'], { STRIPE_SECRET_KEY: '' });
    expect(without.code).toBe(0);
    expect(without.output).toContain('Stripe n’est pas comparé');
    shop.stripe.control.setOutage({ kind: 'down' });
    const silent = await run('ledger', ['check'], shop.stripe.environment);
    expect(silent.code).toBe(1);
    expect(silent.errors).toContain('Stripe ne répond pas');
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
    [['give', 'lea@feuilleton.test', '+5', 'raison'], /adjust/],
    [[], /adjust/],
  ])('credits %j is wrong', (argv, sentence) => {
    expect(parseCreditsArguments(argv)).toMatchObject({
      kind: 'wrong',
      message: expect.stringMatching(sentence) as string,
    });
  });

  test.each([[[]], [['count']], [['check', '--days', '0']], [['check', '--days', 'x']]])(
    'ledger %j is wrong',
    (argv) => {
      expect(parseLedgerArguments(argv)).toMatchObject({ kind: 'wrong' });
    },
  );
});
