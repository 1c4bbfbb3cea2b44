import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLog } from '#server/desk/log.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { recordHandover } from '#server/money/earnings/handovers.ts';
import { closeDueMonths } from '#server/money/earnings/close-due-months.ts';
import { deleteAccount } from '#shared/contracts/auth.ts';
import {
  closePayMonth,
  getPay,
  giveUpOrder,
  listStatements,
  orderPayouts,
  setShare,
  closePayout,
} from '#shared/contracts/pay.ts';
import { removePayoutAccount, savePayoutAccount } from '#shared/contracts/payout-account.ts';
import { deleteNovel } from '#shared/contracts/studio-novels.ts';
import { parisDay } from '#shared/site/formats.ts';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { addPayout, addRates, addSheet } from '../world/pay.ts';
import { addPastSale } from '../world/past-sale.ts';
import { addUser, signInAs } from '../world/people.ts';
import { addDraftNovel, describeInStudio, request, succeed } from '../world/studio.ts';

const iban = 'FR76 3000 6000 0112 3456 7890 189';
const dayMs = 86_400_000;

// The worlds' clocks begin in November 2026; sales are of September and October.
describeInStudio('what authors are paid', (world) => {
  const of = (day: string) => new Date(`${day}T10:00:00Z`);
  const today = () => parisDay(world.app.clock.now());

  test('a month goes from sale to statement, payment, and the statement after', async () => {
    const { app, mathilde, admin } = world;
    const { id, chapterIds } = await addNovel(app, {
      title: 'Le Fil d’Élise',
      chapters: [chapterDraft(1, { isPremium: true })],
    });
    const [chapterId = ''] = chapterIds;
    await app.db.update(novels).set({ ownerId: mathilde.user.id }).where(eq(novels.id, id));
    await app.db.update(chapters).set({ creditCost: 100 }).where(eq(chapters.id, chapterId));
    const reader = await addUser(app);
    await addPastSale(app, { userId: reader.id, chapterId, credits: 150, at: of('2026-09-10') });

    // Nothing is closed before a share is set; then every month that has ended, once.
    await closeDueMonths(app);
    expect(await succeed(app, admin, getPay, {})).toMatchObject({
      months: [],
      closable: '2026-09',
    });
    const half = { novelId: null, authorId: null, basisPoints: 5000, startsOn: '2026-09-01' };
    await succeed(app, admin, setShare, { body: half });
    await succeed(app, admin, closePayMonth, { body: { month: '2026-09' } });
    const isClosing = eq(moderationActs.act, 'month.closed');
    expect(await app.db.select().from(moderationActs).where(isClosing)).toMatchObject([
      { actorId: admin.user.id, reason: '2026-09' },
    ]);
    await closeDueMonths(app);
    await closeDueMonths(app);
    const after = await succeed(app, admin, getPay, {});
    // 150 of 300 credits of 4.73 euros net: 2.36; half of it, rounded down.
    expect(after.months).toMatchObject([
      { month: '2026-10', net: 0, due: 0 },
      { month: '2026-09', net: 236, due: 118 },
    ]);
    expect(after.closable).toBeNull();
    expect(after.authors).toMatchObject([{ name: mathilde.user.name, due: 118, account: null }]);

    const own = await succeed(app, mathilde, listStatements, {});
    expect(own).toMatchObject({ due: 118, account: null, payments: [] });
    expect(own.statements).toMatchObject([
      { month: '2026-10', brought: 118, earned: 0, paid: 0, balance: 118, lines: [] },
      {
        month: '2026-09',
        brought: 0,
        earned: 118,
        paid: 0,
        balance: 118,
        lines: [
          {
            novelTitle: 'Le Fil d’Élise',
            basisPoints: 5000,
            paidCredits: 150,
            freeCredits: 0,
            spentNet: 236,
            spentVat: 13,
            carriedNet: 0,
            due: 118,
          },
        ],
      },
    ]);
    const karims = await signInAs(app, { role: 'author' });
    expect(await succeed(app, karims, listStatements, {})).toMatchObject({
      statements: [],
      due: 0,
    });

    // Without an account nothing is prepared; nor is another sum than what is due.
    const nobody = {
      authorId: mathilde.user.id,
      amount: 118,
      net: 100,
      accountUpdatedAt: today() + 'T00:00:00Z',
    };
    await addRates(app, admin.user.id);
    await addSheet(app, mathilde.user.id);
    const confirmed = [mathilde.user.id];
    const early = { body: { pays: [nobody], confirmed, executesOn: today() } };
    expect((await request(app, admin, orderPayouts, early)).status).toBe(409);
    const account = { holderName: ' Mathilde  Été ', iban };
    const saved = await succeed(app, mathilde, savePayoutAccount, { body: account });
    expect(saved).toMatchObject({ holderName: 'Mathilde Été', maskedIban: 'FR76 •••• 0189' });
    // Nor is another account paid than the one that the admin was shown, were it for an instant only.
    const strange = { holderName: 'Un autre', iban: 'DE89370400440532013000' };
    await succeed(app, mathilde, savePayoutAccount, { body: strange });
    const { updatedAt } = await succeed(app, mathilde, savePayoutAccount, { body: account });
    for (const accountUpdatedAt of [saved.updatedAt, nobody.accountUpdatedAt]) {
      const body = { pays: [{ ...nobody, accountUpdatedAt }], confirmed, executesOn: today() };
      expect(await request(app, admin, orderPayouts, { body })).toMatchObject({
        status: 409,
        refusal: { message: expect.stringContaining('changer de compte bancaire') as string },
      });
    }
    const author = { ...nobody, accountUpdatedAt: updatedAt };
    const wanted = { body: { pays: [author], confirmed, executesOn: today() } };
    const wrong = { body: { pays: [{ ...author, amount: 119 }], executesOn: today() } };
    expect((await request(app, admin, orderPayouts, wrong)).status).toBe(409);
    const yesterday = parisDay(new Date(app.clock.now().getTime() - dayMs));
    const late = { body: { pays: [author], executesOn: yesterday } };
    expect((await request(app, admin, orderPayouts, late)).status).toBe(409);
    const month = parisDay(new Date(app.clock.now().getTime() + 31 * dayMs));
    const far = { body: { pays: [author], executesOn: month } };
    expect(await request(app, admin, orderPayouts, far)).toMatchObject({
      status: 409,
      refusal: { message: 'Le virement se demande au plus trente jours à l’avance.' },
    });
    const twice = { body: { pays: [author, author], executesOn: today() } };
    expect((await request(app, admin, orderPayouts, twice)).status).toBe(400);

    // Two at once: one file.
    const both = await Promise.all([1, 2].map(() => request(app, admin, orderPayouts, wanted)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { orders, authors } = await succeed(app, admin, getPay, {});
    expect(authors).toMatchObject([{ ordered: 118, due: 0 }]);
    const [order] = orders;
    const [payout] = order?.payouts ?? [];
    if (!order || !payout || orders.length > 1) throw new Error('there is not one order');
    const path = `/api/moderation/payout-orders/${order._id}`;
    const file = await callEndpoint(app, path, { headers: admin.headers });
    expect(file.headers.get('content-type')).toBe('application/xml');
    const xml = await file.text();
    expect(xml).toContain('<InstdAmt Ccy="EUR">1.00</InstdAmt>');
    expect(xml).toContain('<Nm>Mathilde Ete</Nm>');
    expect(xml).toContain('<IBAN>FR7630006000011234567890189</IBAN>');
    // A changed account changes no file.
    const other = { holderName: 'Autre', iban: 'DE89370400440532013000' };
    await succeed(app, mathilde, savePayoutAccount, { body: other });
    const again = await callEndpoint(app, path, { headers: admin.headers });
    expect(await again.text()).toBe(xml);

    const settle = { params: { id: payout._id } };
    const paid = { ...settle, body: { state: 'paid' as const, paidOn: today() } };
    const tooEarly = { ...settle, body: { state: 'paid' as const, paidOn: yesterday } };
    expect((await request(app, admin, closePayout, tooEarly)).status).toBe(409);
    await succeed(app, admin, closePayout, paid);
    await succeed(app, admin, closePayout, paid);
    expect(await succeed(app, mathilde, listStatements, {})).toMatchObject({
      due: 0,
      payments: [{ amount: 118, state: 'paid', day: today() }],
    });

    // A day that was typed wrong is corrected, within what is possible; the sum stays paid.
    app.clock.advance(dayMs / 2);
    const tomorrow = parisDay(new Date(app.clock.now().getTime() + dayMs));
    const publisher = await signInAs(app, { user: admin.user });
    const corrected = (paidOn: string) =>
      request(app, publisher, closePayout, { ...settle, body: { state: 'paid', paidOn } });
    expect((await corrected(tomorrow)).status).toBe(409);
    expect((await corrected(yesterday)).status).toBe(409);
    expect((await corrected(today())).status).toBe(200);
    expect((await succeed(app, publisher, getPay, {})).orders[0]?.payouts).toMatchObject([
      { state: 'paid', paidOn: today(), amount: 118 },
    ]);
    const isDated = eq(moderationActs.act, 'payout.dated');
    const acts = await app.db.select().from(moderationActs).where(isDated);
    expect(acts).toMatchObject([{ actorId: admin.user.id, subjectId: mathilde.user.id }]);
    // Who recorded it first stays in the log when another corrects it or sends it back.
    const isPaid = eq(moderationActs.act, 'payout.paid');
    expect(await app.db.select().from(moderationActs).where(isPaid)).toMatchObject([
      { actorId: admin.user.id, subjectId: mathilde.user.id },
    ]);
    const logged = (await readLog(app.db, { role: 'admin' }, { kind: 'money' }, null)).entries;
    const settled = logged.filter(({ what }) =>
      /^(money\.payout_(paid|failed)|payout\.)/.test(what),
    );
    expect(settled.filter(({ person }) => person?._id === mathilde.user.id)).toMatchObject([
      { what: 'payout.paid', actor: expect.any(String) as string, amount: '1,00\u00A0€' },
    ]);
    expect(acts[0]?.reason).toMatch(/^\d.* au lieu du /);

    // The statement after says so; the one before stays as it was.
    app.clock.advance(40 * dayMs);
    const back = await signInAs(app, { user: mathilde.user });
    await closeDueMonths(app);
    const later = await succeed(app, back, listStatements, {});
    expect(later.statements).toMatchObject([
      { month: '2026-11', brought: 118, earned: 0, paid: 118, balance: 0 },
      { month: '2026-10', balance: 118 },
      { month: '2026-09', balance: 118 },
    ]);

    const fileOf = (format: string) =>
      callEndpoint(app, `/api/studio/statements/2026-09?format=${format}`, {
        headers: back.headers,
      });
    const csv = await (await fileOf('csv')).text();
    expect(csv).toContain('2026-09;Le Fil d’Élise;150;0;2,36;0,13;0,00;0,00;50,00;1,18\r\n');
    expect(csv).toContain('2026-09;Solde;;;;;;;;1,18\r\n');
    for (const line of csv.trimEnd().split('\r\n')) expect(line.split(';')).toHaveLength(10);
    const pdf = await fileOf('pdf');
    expect(pdf.headers.get('content-disposition')).toContain('releve_2026-09.pdf');
    const read = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(read).toMatchObject({ pageCount: 1, isTagged: true });
    expect(read.info.Title).toBe('Relevé de droits, septembre 2026');
    expect(read.lines.join(' ')).toMatch(/Le Fil d’Élise.*150.*2,36 €.*50 %.*1,18 €/);
    // Names are those of the closing, whatever they became.
    await app.db
      .update(users)
      .set({ name: 'Mathilde Nouveau-Nom' })
      .where(eq(users.id, mathilde.user.id));
    const { publisher: seller } = app.config;
    const config = {
      ...app.config,
      publisher: { ...seller, PUBLISHER_NAME: 'Maison Nouveau-Nom' },
    };
    const renamed = await callEndpoint(
      { ...app, config },
      '/api/studio/statements/2026-09?format=pdf',
      { headers: back.headers },
    );
    const drawn = (await readPdf(new Uint8Array(await renamed.arrayBuffer()))).lines.join(' ');
    expect(drawn).toContain(mathilde.user.name);
    expect(drawn).toContain(seller.PUBLISHER_NAME);
    expect(drawn).not.toMatch(/Nouveau-Nom/);
    const none = await callEndpoint(app, '/api/studio/statements/2026-08?format=csv', {
      headers: back.headers,
    });
    expect(none.status).toBe(404);
  }, 60_000);

  test('a file that is given up before the bank has it is due again, and no file any more', async () => {
    const { app } = world;
    const admin = await signInAs(app, { user: world.admin.user });
    const author = await signInAs(app, { role: 'author' });
    const { id, orderId } = await addPayout(app, author, admin);
    const given = { params: { id: orderId }, body: { reason: 'Mauvais compte.' } };
    await succeed(app, admin, giveUpOrder, given);
    await succeed(app, admin, giveUpOrder, given);
    const path = `/api/moderation/payout-orders/${orderId}`;
    expect((await callEndpoint(app, path, { headers: admin.headers })).status).toBe(409);
    const isGivenUp = and(
      eq(moderationActs.act, 'payout.failed'),
      eq(moderationActs.subjectId, author.user.id),
    );
    expect(await app.db.select().from(moderationActs).where(isGivenUp)).toMatchObject([
      { reason: expect.stringMatching(/fichier abandonné.*Mauvais compte\./) as string },
    ]);
    const paid = { params: { id }, body: { state: 'paid' as const, paidOn: today() } };
    expect((await request(app, admin, closePayout, paid)).status).toBe(409);
    // Of what the bank has paid, nothing is given up.
    const other = await addPayout(app, author, admin, true);
    const late = { params: { id: other.orderId }, body: { reason: 'Trop tard.' } };
    expect((await request(app, admin, giveUpOrder, late)).status).toBe(409);
  });

  test('a novel that has earned nothing is deleted, whatever share it had and whose it was', async () => {
    const { app, mathilde, karim, admin } = world;
    // The clock went on, and ended the sessions before.
    const author = await signInAs(app, { user: mathilde.user });
    const { id } = await addDraftNovel(app, author, { title: 'Cédé', chapters: 1 });
    const share = { novelId: id, authorId: null, basisPoints: 6000, startsOn: '2026-11-01' };
    const publisher = await signInAs(app, { user: admin.user });
    await succeed(app, publisher, setShare, { body: share });
    await recordHandover(app.db, id, karim.user.id, app.clock.now());
    await succeed(app, author, deleteNovel, { params: { id } });
    const { shares } = await succeed(app, publisher, getPay, {});
    expect(shares).toContainEqual(
      expect.objectContaining({ novel: { _id: id, title: 'Roman supprimé' }, basisPoints: 6000 }),
    );
  });

  test('an author with sales of the month that runs on is not deleted without giving them up', async () => {
    const { app } = world;
    const author = await signInAs(app, { displayName: 'Autrice', role: 'author' });
    const { id, chapterIds } = await addNovel(app, {
      title: 'Vendu ce mois',
      chapters: [chapterDraft(1, { isPremium: true })],
    });
    await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, id));
    const buyer = await addUser(app);
    const sale = { userId: buyer.id, chapterId: chapterIds[0] ?? '', credits: 150 };
    await addPastSale(app, { ...sale, at: app.clock.now() });
    const account = { holderName: 'Autrice', iban };
    await succeed(app, author, savePayoutAccount, { body: account });
    const body = { confirmation: 'SUPPRIMER', lostCredits: 0 } as const;
    const refused = await request(app, author, deleteAccount, { body });
    expect(refused).toMatchObject({ status: 409, refusal: { error: 'ERASURE_REFUSED' } });
    expect(refused.refusal.message).toContain('depuis votre dernier relevé');
    // After the novel has changed hands, the sales before are still its first author's.
    const heir = await signInAs(app, { displayName: 'Héritier', role: 'author' });
    await recordHandover(app.db, id, author.user.id, new Date(app.clock.now().getTime() + 1));
    await app.db.update(novels).set({ ownerId: heir.user.id }).where(eq(novels.id, id));
    await succeed(app, heir, savePayoutAccount, { body: account });
    await succeed(app, heir, deleteAccount, { body });
    expect((await request(app, author, deleteAccount, { body })).status).toBe(409);
    await succeed(app, author, removePayoutAccount, {});
    await succeed(app, author, deleteAccount, { body });
  });

  test('a wrong IBAN, or one of elsewhere, is refused and changes nothing', async () => {
    const { app } = world;
    const karim = await signInAs(app, { role: 'author' });
    for (const text of [
      'FR76 3000 6000 0112 3456 7890 188',
      'US64SVBKUS6S3300958879',
      'FR76',
      '',
      'x'.repeat(300),
    ]) {
      const body = { holderName: 'Karim', iban: text };
      const refused = await request(app, karim, savePayoutAccount, { body });
      expect([refused.status, text]).toEqual([400, text]);
    }
    const theirs = eq(payoutAccounts.userId, karim.user.id);
    expect(await app.db.$count(payoutAccounts, theirs)).toBe(0);
  });
});
