import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { signatureHeader } from '#sandbox/stripe/delivery/signature.ts';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { reconcile, type Reconciled } from '#server/money/payments/reconcile.ts';
import { askOver, type Told } from '../instances/reader.ts';
import { openTestApp } from '../world/app.ts';
import { createDatabase } from '../world/databases.ts';
import { order } from '../world/orders.ts';
import type { TestBrowser } from '../world/people.ts';
import { findPort, startBuiltSite, type BuiltSite } from './built-site.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

/** The built site, the stand-in for Stripe, and a proxy between them. */
export type BuiltShop = {
  site: BuiltSite;
  stripe: SandboxStripe;
  proxy: FaultyProxy;
  /** An app of the test's own on the same database and Stripe, with a fixed clock. */
  app: Awaited<ReturnType<typeof openTestApp>>;
  checkout: (browser: TestBrowser, checkoutKey?: string) => Promise<Told>;
  /** Orders a pack of 300 credits; returns the session's id. */
  begin: (browser: TestBrowser) => Promise<string>;
  /** Orders and pays one, and waits until the site got the event. */
  buy: (browser: TestBrowser) => Promise<string>;
  /** Orders and pays one without sending events. */
  payUnheard: (browser: TestBrowser) => Promise<string>;
  /** Posts an event like Stripe; returns the response's status. */
  post: (event: unknown, secret?: string) => Promise<number>;
  lookUp: (browser: TestBrowser, sessionId: string) => Promise<Told>;
  reconcile: () => Promise<Reconciled>;
  balanceOf: (browser: TestBrowser) => Promise<number>;
  purchaseOf: (sessionId: string) => Promise<typeof creditTransactions.$inferSelect>;
  close: () => Promise<void>;
};

export async function openBuiltShop({ clockOffsetMs = 0 } = {}): Promise<BuiltShop> {
  const port = await findPort();
  const stripe = await startStripe({
    host: '127.0.0.1',
    port: 0,
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
    retryDelaysMs: [50, 200, 500],
  });
  const proxy = await startFaultyProxy(stripe.address);
  const settings = {
    DATABASE_URL: await createDatabase(),
    ...stripe.environment,
    STRIPE_API_ADDRESS: proxy.address,
  };
  const site = await startBuiltSite(port, settings, { clockOffsetMs });
  const siteTime = () => new Date(Date.now() + clockOffsetMs);
  // Its tokens are dated by the site's clock.
  const app = await openTestApp(site.environment, {}, { start: siteTime().toISOString() });

  const checkout: BuiltShop['checkout'] = ({ headers }, checkoutKey = uuidv7()) =>
    askOver(site.url, '/api/credit/create-checkout-session', {
      method: 'POST',
      headers,
      body: order('plan_basic', { checkoutKey }),
    });
  const begin: BuiltShop['begin'] = async (browser) => {
    const { status, text, body } = await checkout(browser);
    if (status !== 200) throw new Error(`no checkout session: ${text}`);
    return String(body.id);
  };
  return {
    site,
    stripe,
    proxy,
    app,
    checkout,
    begin,
    buy: async (browser) => {
      const sessionId = await begin(browser);
      stripe.control.paySession(sessionId);
      await stripe.control.idle();
      return sessionId;
    },
    payUnheard: async (browser) => {
      const sessionId = await begin(browser);
      stripe.control.setDelivery('never');
      stripe.control.paySession(sessionId);
      stripe.control.setDelivery('normal');
      return sessionId;
    },
    post: async (event, secret = stripe.environment.STRIPE_WEBHOOK_SECRET) => {
      const body = JSON.stringify(event);
      const signature = signatureHeader(body, secret, Math.floor(Date.now() / 1000));
      const { status } = await fetch(`${site.url}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'stripe-signature': signature },
        body,
      });
      return status;
    },
    lookUp: ({ headers }, sessionId) =>
      askOver(site.url, `/api/credit/session/${sessionId}`, { headers }),
    reconcile: () => reconcile({ ...app, clock: { now: siteTime } }, { olderThanMs: 0 }),
    balanceOf: async ({ user }) => {
      const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
      return row?.credits ?? 0;
    },
    purchaseOf: async (sessionId) => {
      const [found] = await app.db
        .select()
        .from(creditTransactions)
        .where(eq(creditTransactions.stripeSessionId, sessionId));
      if (!found) throw new Error('nothing was ordered');
      return found;
    },
    close: async () => {
      await site.close();
      await app.close();
      await proxy.close();
      await stripe.stop();
    },
  };
}
