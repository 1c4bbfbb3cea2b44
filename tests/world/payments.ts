import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import type { Exchange } from '#sandbox/stripe/api/exchange.ts';
import type { App } from '#server/app.ts';
import { openTestApp, type TestClock } from './app.ts';
import { callEndpoint } from './call-endpoint.ts';
import { ask } from './marks.ts';
import { order } from './orders.ts';
import type { TestBrowser } from './people.ts';

/** An app that sells, and its Stripe: events reach its real webhook. */
export type Shop = {
  app: App & { clock: TestClock };
  stripe: SandboxStripe;
  /** All requests to Stripe and their responses. */
  exchanges: Exchange[];
  close: () => Promise<void>;
};

/** Opens a shop, on a database of its own unless the settings name one. */
export async function openShop(more: Record<string, string> = {}): Promise<Shop> {
  const exchanges: Exchange[] = [];
  let shop: Shop | null = null;
  const webhook = await listen((body, signature) => {
    if (!shop) throw new Error('the shop is not open');
    return sendEvent(shop.app, body, signature);
  });
  const stripe = await startStripe({
    host: '127.0.0.1',
    port: 0,
    webhookUrl: webhook.url,
    retryDelaysMs: [10, 50, 100],
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  const app = await openTestApp(
    { RATE_LIMIT_PER_MINUTE: '1000000', ...stripe.environment, ...more },
    {},
    // Stripe's clock is the machine's, and a session's expiry depends on it.
    { start: new Date().toISOString() },
  );
  shop = {
    app,
    stripe,
    exchanges,
    close: async () => {
      await stripe.stop();
      await webhook.stop();
      await app.close();
    },
  };
  return shop;
}

/** An event as Stripe posts it. */
export function sendEvent(app: App, body: string, signature: string): Promise<Response> {
  return callEndpoint(app, '/api/stripe/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
}

/** Orders a pack without paying; returns the session's id. */
export async function orderPack(
  { app }: Shop,
  browser: TestBrowser,
  planId?: string,
): Promise<string> {
  const path = '/api/credit/create-checkout-session';
  const { status, body } = await ask(app, browser, 'POST', path, order(planId));
  if (status !== 200) throw new Error(`no checkout session: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

/** Orders a pack and pays it; resolves once its events were handled. */
export async function buyPack(shop: Shop, browser: TestBrowser, planId?: string): Promise<string> {
  const sessionId = await orderPack(shop, browser, planId);
  shop.stripe.control.paySession(sessionId);
  await shop.stripe.control.idle();
  return sessionId;
}

type Answer = (body: string, signature: string) => Promise<Response>;

/** The site's webhook, reachable for Stripe over the network. */
async function listen(answer: Answer): Promise<{ url: string; stop: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answer(
        Buffer.concat(chunks).toString('utf8'),
        String(request.headers['stripe-signature']),
      ).then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
