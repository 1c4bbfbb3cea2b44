import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { listTransfers } from '#shared/contracts/transfers.ts';
import { parisDay } from '#shared/site/formats.ts';
import { askOver } from '../instances/reader.ts';
import { openTestApp } from '../world/app.ts';
import { createDatabase } from '../world/databases.ts';
import { order } from '../world/orders.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { findPort, missing, startBuiltSite, type BuiltSite } from './built-site.ts';

const title = 'the built site, where a payment is disputed';

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  describe('on one database', () => {
    let stripe: SandboxStripe;
    let site: BuiltSite;
    /** An app of the test's own on the same database: it reads. */
    let app: Awaited<ReturnType<typeof openTestApp>>;
    let lea: TestBrowser;
    beforeAll(async () => {
      const port = await findPort();
      stripe = await startStripe({
        host: '127.0.0.1',
        port: 0,
        webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
        retryDelaysMs: [50, 200, 500],
      });
      site = await startBuiltSite(port, {
        DATABASE_URL: await createDatabase(),
        ...stripe.environment,
      });
      app = await openTestApp(site.environment, {}, { start: new Date().toISOString() });
      lea = await signInAs(app);
    });
    afterAll(async () => {
      await site.close();
      await app.close();
      await stripe.stop();
    });

    const balance = async () => {
      const [row] = await app.db.select().from(users).where(eq(users.id, lea.user.id));
      return row?.credits;
    };
    const send = (browser: TestBrowser, path: string, body: object) =>
      askOver(site.url, path, { method: 'POST', headers: browser.headers, body });
    const buy = async () => {
      const path = '/api/credit/create-checkout-session';
      const { status, text, body } = await send(lea, path, order('plan_basic'));
      if (status !== 200) throw new Error(`no checkout session: ${text}`);
      const sessionId = String(body.id);
      stripe.control.paySession(sessionId);
      await stripe.control.idle();
      const bought = eq(creditTransactions.stripeSessionId, sessionId);
      const [row] = await app.db.select().from(creditTransactions).where(bought);
      return { sessionId, id: row?.id ?? '' };
    };
    const historyOf = async () => {
      const path = `/api/credit/transactions/${lea.user.id}`;
      const { text } = await askOver(site.url, path, { headers: lea.headers });
      return JSON.parse(text) as { _id: string; withdrawal: unknown; dispute: unknown }[];
    };

    test('credits are frozen and released, and what Stripe refuses is settled by an admin', async () => {
      const { control } = stripe;
      const { sessionId, id } = await buy();
      expect(await balance()).toBe(300);
      const dispute = control.openDispute(sessionId);
      await control.idle();
      expect(await balance()).toBe(0);
      expect(await historyOf()).toMatchObject([{ dispute: { frozenCredits: 300 } }]);
      control.closeDispute(dispute.id, 'won');
      await control.idle();
      expect(await balance()).toBe(300);

      const withdrawn = await send(lea, `/api/credit/withdrawal/${id}`, { credits: 300 });
      expect(withdrawn).toMatchObject({ status: 200, body: { credits: 300, remainingCredits: 0 } });
      expect(await historyOf()).toMatchObject([
        { _id: id, withdrawal: { state: 'transfer', refundedAt: null } },
      ]);
      expect(control.refunds()).toEqual([]);

      const admin = await signInAs(app, { role: 'admin' });
      const path = '/api/moderation/withdrawals';
      const { text } = await askOver(site.url, path, { headers: admin.headers });
      const [found] = listTransfers.response.parse(JSON.parse(text));
      expect(found).toMatchObject({ transactionId: id, refusalCode: 'charge_disputed' });
      const transfer = { reference: 'VIR 1', paidOn: parisDay(new Date()), amount: 499 };
      const settle = `${path}/${found?._id ?? ''}/settle`;
      expect(await send(lea, settle, transfer)).toMatchObject({ status: 403 });
      for (let times = 0; times < 2; times++) {
        expect(await send(admin, settle, transfer)).toMatchObject({ status: 200 });
      }
      expect(await historyOf()).toMatchObject([
        { withdrawal: { state: 'transferred', transfer: { reference: 'VIR 1' } } },
      ]);
      const notes = await app.db.select().from(invoices).where(eq(invoices.kind, 'credit_note'));
      expect(notes.map(({ totalCents }) => totalCents)).toEqual([-499]);
      expect(await checkLedger(app.db, new Date())).toEqual([]);
    });
  });
});
