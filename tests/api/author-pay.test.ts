import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { statementLines, statements } from '#server/core/db/schema/earnings.ts';
import { payoutAccounts, payouts, taxSheets } from '#server/core/db/schema/payouts.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { closePayout, getPay, listStatements, orderPayouts } from '#shared/contracts/pay.ts';
import { savePayoutAccount } from '#shared/contracts/payout-account.ts';
import { saveTaxSheet, setPayRates, type NewTaxSheet } from '#shared/contracts/tax.ts';
import { rateKinds } from '#shared/money/pay-lines.ts';
import { parisDay } from '#shared/site/formats.ts';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel } from '../world/novels.ts';
import { addOldMonth } from '../world/old-month.ts';
import { addPayout, exampleRates, shownPay } from '../world/pay.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { sheetsEverMax } from '#server/money/payouts/tax-sheets.ts';
import { describeInStudio, request, succeed } from '../world/studio.ts';

const dayMs = 86_400_000;
const account = { holderName: 'Élise Plume', iban: 'FR7630006000011234567890189' };
const sheet: NewTaxSheet = {
  startsOn: '2026-12-01',
  legalName: 'Élise Plume',
  address: '1 rue de l’Exemple, 69001 Lyon',
  socialSecurityNumber: '2 55 08 14 168 025 38',
  residence: 'france',
  abroadCertificate: null,
  abroadUntil: null,
  regime: 'wages',
  exemptionNumber: null,
  exemptionYear: null,
  vat: 'withheld',
  vatUntil: null,
};

describeInStudio('what an author is paid', (world) => {
  let author: TestBrowser;
  let admin: TestBrowser;
  const today = () => parisDay(world.app.clock.now());

  /** A closed month in which the author earned this. */
  async function earn(cents: number): Promise<void> {
    const { id: novelId } = await addNovel(world.app, { title: 'Gagné', chapters: 1 });
    const authorId = author.user.id;
    const none = { freeCredits: 0, carriedNetCents: 0, carriedVatCents: 0 };
    await addOldMonth(world.app, async (tx, month) => {
      await tx.insert(statementLines).values({
        ...none,
        ...{ month, novelId, novelTitle: 'Gagné', authorId, basisPoints: 5000, paidCredits: 1 },
        ...{ spentNetCents: cents, spentVatCents: 0, dueCents: cents },
      });
      const sums = { broughtCents: 0, earnedCents: cents, paidCents: 0, balanceCents: cents };
      await tx.insert(statements).values({ month, authorId, authorName: 'Élise', ...sums });
    });
  }

  /** Orders all that is due for a day, as it is shown but for what is changed. */
  async function order(executesOn: string, changed: { net?: number; confirmed?: string[] } = {}) {
    const { confirmed = [author.user.id], ...figures } = changed;
    const pays = [{ ...(await shownPay(world.app, author.user.id, executesOn)), ...figures }];
    return request(world.app, admin, orderPayouts, { body: { pays, confirmed, executesOn } });
  }

  /** The latest payment, as its author sees it. */
  const latest = async () => {
    const [payment] = (await succeed(world.app, author, listStatements, {})).payments;
    if (!payment) throw new Error('nothing was paid');
    return payment;
  };
  const oldAge = async () => (await latest()).lines.find(({ kind }) => kind === 'old_age')?.base;

  /** Has the bank pay the latest payment, or refuse it. */
  async function close(state: 'paid' | 'failed'): Promise<void> {
    const params = { id: (await latest())._id };
    const body = state === 'paid' ? { state, paidOn: today() } : { state };
    await succeed(world.app, admin, closePayout, { params, body });
  }

  const fileAt = (path: string, browser: TestBrowser) =>
    callEndpoint(world.app, path, { headers: browser.headers });

  /** The clock ends sessions. */
  async function wait(ms: number): Promise<void> {
    world.app.clock.advance(ms);
    author = await signInAs(world.app, { user: author.user });
    admin = await signInAs(world.app, { user: admin.user });
  }

  test('is not prepared without rates, a sheet, and a verified account', async () => {
    const { app } = world;
    admin = world.admin;
    author = await signInAs(app, { displayName: 'Élise', role: 'author' });
    await wait(Date.parse('2026-12-01T10:00:00Z') - app.clock.now().getTime());
    await earn(10_000);
    await succeed(app, author, savePayoutAccount, { body: account });
    const refused = async (sentence: RegExp, changed = {}) =>
      expect(await order(today(), { net: 8_477, ...changed })).toMatchObject({
        status: 409,
        refusal: { message: expect.stringMatching(sentence) as string },
      });
    await refused(/il manque.*vieillesse plafonnée, Plafond annuel/);
    const set = (kinds: typeof rateKinds, startsOn: string) => {
      const rates = kinds.map((kind) => ({ kind, value: exampleRates[kind] }));
      return succeed(app, admin, setPayRates, { body: { rates, startsOn } });
    };
    await set(rateKinds, '2025-01-01');
    // A ceiling is that of its year.
    await refused(/il manque dans «.Taux.».: Plafond annuel de la sécurité sociale\.$/);
    await set(['ceiling'], '2026-01-01');
    await refused(/Pas de fiche fiscale/);
    const wrongs = [
      { startsOn: '2026-11-30' },
      { socialSecurityNumber: '255081416802539' },
      { exemptionNumber: 'S2062', exemptionYear: 2026 },
      { residence: 'abroad' as const },
      { vat: 'charged' as const },
    ];
    for (const wrong of wrongs) {
      const refusal = await request(app, author, saveTaxSheet, { body: { ...sheet, ...wrong } });
      expect([refusal.status, wrong]).toEqual([400, wrong]);
    }
    const reader = await signInAs(app);
    expect(await request(app, reader, saveTaxSheet, { body: sheet })).toMatchObject({
      status: 403,
    });
    await succeed(app, author, saveTaxSheet, { body: sheet });
    await refused(/moins de trois jours/, { confirmed: [] });
    // What was shown is not what comes out: the sheet has changed since.
    await refused(/a changé \(taux, fiche/, { net: 10_080 });
    const { authors } = await succeed(app, admin, getPay, {});
    expect(authors.find(({ _id }) => _id === author.user.id)).toMatchObject({
      net: 8_477,
      sheet: 'Traitements et salaires, TVA retenue par l’éditeur',
      account: { isRecent: true },
    });
    await wait(3 * dayMs);
    expect(await order(today(), { confirmed: [] })).toMatchObject({ status: 200 });
    expect(await latest()).toMatchObject({ amount: 10_000, net: 8_477, state: 'ordered' });
  });

  test('counts towards the year’s ceiling, unless the bank sends it back', async () => {
    const { app } = world;
    const body = { rates: [{ kind: 'ceiling' as const, value: 15_000 }], startsOn: '2026-12-01' };
    await succeed(app, admin, setPayRates, { body });
    await close('paid');
    await earn(10_000);
    expect((await order(today())).status).toBe(200);
    expect(await oldAge()).toBe(5_000);
    await close('failed');
    const isFailed = eq(moderationActs.act, 'payout.failed');
    expect(await world.app.db.select().from(moderationActs).where(isFailed)).toMatchObject([
      { actorId: admin.user.id, subjectId: author.user.id },
    ]);
    // The same again has the same base; and what is above the ceiling has none.
    expect((await order(today())).status).toBe(200);
    expect([await oldAge(), (await latest()).net]).toEqual([5_000, 8_784]);
    await close('paid');
    await earn(2_000);
    expect((await order(today())).status).toBe(200);
    expect(await oldAge()).toBe(0);
  });

  test('is certified for its author, and declared by quarter', async () => {
    const { app } = world;
    const { _id } = await latest();
    const certificate = `/api/studio/payouts/${_id}/certificate`;
    const quarter = '/api/moderation/pay/urssaf/2026-T4';
    // Not before the bank has paid.
    expect((await fileAt(certificate, author)).status).toBe(404);
    expect((await fileAt(quarter, admin)).status).toBe(409);
    await close('paid');
    const pdf = await fileAt(certificate, author);
    const read = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(read).toMatchObject({ pageCount: 1, isTagged: true });
    expect(read.info.Title).toBe('Certificat de précompte');
    const text = read.lines.join(' ').replaceAll(/\s/g, ' ');
    expect(text).toContain(app.config.publisher.PUBLISHER_REGISTRATION);
    expect(text).toMatch(/Élise Plume, 1 rue de l’Exemple.*255081416802538/);
    expect(text).toMatch(/CSG 19,65 € 9,2 % 1,81 €.*Net viré 18,18 €/);
    const clock = { now: () => new Date(app.clock.now().getTime() - 11 * 60_000) };
    const old = await signInAs({ ...app, clock }, { user: author.user });
    expect((await fileAt(certificate, old)).status).toBe(403);
    const csv = await (await fileAt(quarter, admin)).text();
    const figures = '220,00;150,00;216,15;9,23;19,89;1,08;0,77;2,20;0,22;30,97';
    expect(csv).toContain(
      `2026-T4 (en cours);Élise Plume;255081416802538;Traitements et salaires;${figures}\r\n`,
    );
    expect(csv).toContain(`2026-T4 (en cours);Total;;;${figures}\r\n`);
    expect((await checkLedger(app.db, app.clock.now())).filter(({ id }) => id === _id)).toEqual([]);
  });

  test('is declared in the regime of each payment, in a quarter that is named as open', async () => {
    const { app } = world;
    const writer = await signInAs(app, { role: 'author' });
    const abroad = {
      residence: 'abroad',
      abroadCertificate: 'A1',
      abroadUntil: '2030-12-31',
    } as const;
    await addPayout(app, writer, admin, true, { legalName: 'Nora Loin', ...abroad });
    await addPayout(app, writer, admin, true, { legalName: 'Nora Loin' });
    const csv = async () => {
      const file = await fileAt('/api/moderation/pay/urssaf/2026-T4', admin);
      return (await file.text()).split('\r\n').filter((row) => row.includes('Nora Loin'));
    };
    expect(await csv()).toEqual([
      expect.stringMatching(/^2026-T4 \(en cours\);Nora Loin;;À l’étranger;0,01;/),
      expect.stringMatching(/^2026-T4 \(en cours\);Nora Loin;;Traitements et salaires;0,01;/),
    ]);
  });

  test('has sheets, the one in force first, of whose number only the end is ever sent', async () => {
    const { app } = world;
    const writer = await signInAs(app, { role: 'author' });
    const { socialSecurityNumber: _, ...unsaid } = sheet;
    const body = { ...sheet, startsOn: today() };
    await succeed(app, writer, saveTaxSheet, { body });
    await succeed(app, writer, saveTaxSheet, { body: { ...unsaid, startsOn: '2099-01-01' } });
    await succeed(app, writer, saveTaxSheet, { body: { ...unsaid, startsOn: today() } });
    const { sheets } = await succeed(app, writer, listStatements, {});
    expect(sheets.map(({ startsOn }) => startsOn)).toEqual([today(), today(), '2099-01-01']);
    expect(new Set(sheets.map(({ maskedNumber }) => maskedNumber))).toEqual(new Set(['•••• 2538']));
    expect(JSON.stringify(sheets)).not.toContain('2550814168025');
    const isIts = eq(taxSheets.authorId, writer.user.id);
    for (const { socialSecurityNumber } of await app.db.select().from(taxSheets).where(isIts)) {
      expect(socialSecurityNumber).toBe('255081416802538');
    }
    const [one] = await app.db.select().from(taxSheets).where(isIts);
    if (!one) throw new Error('no sheet');
    const rest = Array.from({ length: sheetsEverMax - 3 }, () => ({
      ...one,
      id: crypto.randomUUID(),
      startsOn: '2026-01-01',
    }));
    await app.db.insert(taxSheets).values(rest);
    expect((await request(app, writer, saveTaxSheet, { body })).status).toBe(409);
  });

  test('bears contributions again when an exemption has ended at midnight', async () => {
    const { app } = world;
    const exemption = { regime: 'bnc' as const, exemptionNumber: 'S-1', exemptionYear: 2026 };
    const exempt = { ...sheet, ...exemption, startsOn: today() };
    await succeed(app, author, saveTaxSheet, { body: exempt });
    const rates = [{ kind: 'ceiling' as const, value: 4_800_000 }];
    await succeed(app, admin, setPayRates, { body: { rates, startsOn: '2027-01-01' } });
    await earn(10_000);
    const netOn = async (day: string) => (await shownPay(app, author.user.id, day)).net;
    expect([await netOn('2026-12-31'), await netOn('2027-01-01')]).toEqual([10_080, 8_477]);
  });

  test('goes to another account only from a session that has just begun', async () => {
    const { app } = world;
    const other = { ...account, iban: 'DE89370400440532013000' };
    author = await signInAs(app, { user: author.user });
    app.clock.advance(10 * 60_000 + 1);
    expect(await request(app, author, savePayoutAccount, { body: other })).toMatchObject({
      status: 403,
      refusal: { error: 'SIGN_IN_STALE' },
    });
    const isTheirs = and(eq(payoutAccounts.userId, author.user.id));
    const ibans = await app.db.select().from(payoutAccounts).where(isTheirs);
    expect(ibans).toMatchObject([{ iban: account.iban }]);
    author = await signInAs(app, { user: author.user });
    await succeed(app, author, savePayoutAccount, { body: other });
  });

  test('is prepared once by two at once', async () => {
    // Both were shown the same, before either is prepared.
    const pays = [await shownPay(world.app, author.user.id, today())];
    const body = { pays, confirmed: [author.user.id], executesOn: today() };
    const prepare = () => request(world.app, admin, orderPayouts, { body });
    const both = await Promise.all([prepare(), prepare()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const isOpen = and(eq(payouts.authorId, author.user.id), eq(payouts.state, 'ordered'));
    expect(await world.app.db.$count(payouts, isOpen)).toBe(1);
  });
});
