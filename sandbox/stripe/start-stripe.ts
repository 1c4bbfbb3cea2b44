import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf, answerWith, close, listen } from '../listen.ts';
import type { Account } from './account.ts';
import type { Exchange } from './api/exchange.ts';
import { createApi } from './api/serve-api.ts';
import { createControl, type StripeControl } from './control/control.ts';
import { createControlPages } from './control/serve-control.ts';
import { createCourier } from './delivery/courier.ts';
import { unknownPage } from './hosted/other-pages.ts';
import { sendPage } from '../page.ts';
import { serveHosted } from './hosted/serve-hosted.ts';
import { randomLetters } from './ids.ts';
import { createFaultInjector } from './outage.ts';
import { expireDue } from './payments/expire.ts';
import { keepTables, readTables } from './state-file.ts';
import { emptyTables } from './tables.ts';

export type SandboxStripe = {
  /** Settings that make the product use this account (environment variable names → values). */
  environment: {
    STRIPE_SECRET_KEY: string;
    STRIPE_WEBHOOK_SECRET: string;
    STRIPE_API_ADDRESS: string;
  };
  /** Its address, as in `http://127.0.0.1:4324`. */
  address: string;
  control: StripeControl;
  stop: () => Promise<void>;
};

const expiryCheckMs = 30_000;
/** Stripe retries for three days, with growing delays; a demonstration has less patience. */
const defaultRetryDelaysMs = [1000, 3000, 10_000, 30_000, 120_000, 600_000];

/**
 * Starts the stand-in for Stripe on this machine. `host` is how browsers and the product reach it; port
 * 0, or a port in use, means a free one. Events are posted to `webhookUrl`, and retried after each
 * of `retryDelaysMs`. With a `stateFile` the state survives restarts. `clock` dates objects and
 * signatures.
 */
export async function startStripe(options: {
  host: string;
  port: number;
  webhookUrl: string;
  retryDelaysMs?: readonly number[];
  stateFile?: string;
  onExchange?: (exchange: Exchange) => void;
  clock?: { now: () => Date };
}): Promise<SandboxStripe> {
  const { host, webhookUrl, stateFile, clock } = options;
  const secretKey = `sk_test_${randomLetters(48)}`;
  const webhookSecret = `whsec_${randomLetters(32)}`;
  const server = await listen(options.port);
  const address = addressOf(server, host);

  const nowSeconds = () => Math.floor((clock?.now().getTime() ?? Date.now()) / 1000);
  const tables = stateFile === undefined ? emptyTables() : readTables(stateFile);
  const kept = stateFile === undefined ? null : keepTables(stateFile, tables);
  const changed = () => kept?.changed();
  const courier = createCourier({
    webhookUrl,
    secret: webhookSecret,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    nowSeconds,
    changed,
  });
  const account: Account = { tables, address, nowSeconds, deliver: courier.take, changed };
  const faults = createFaultInjector();
  const control = createControl({ account, courier, faults });
  const answerApi = createApi({
    account,
    secretKey,
    faults,
    onExchange: options.onExchange ?? (() => undefined),
  });
  const answerControl = createControlPages({ control, courier, faults });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    expireDue(account);
    const { pathname } = new URL(request.url ?? '/', address);
    if (pathname.startsWith('/v1/')) await answerApi(request, response);
    else if (pathname.startsWith('/c/pay/')) {
      await serveHosted(account, request, response, pathname);
    } else if (/^\/_sandbox(\/|$)/.test(pathname)) {
      await answerControl(request, response, pathname);
    } else sendPage(response, unknownPage(), 404);
  };
  answerWith(server, 'Stripe', answer);
  const expiryTimer = setInterval(() => expireDue(account), expiryCheckMs).unref();
  // Events undelivered when the sandbox stopped are sent now.
  courier.release([...tables.events.values()].filter(({ delivery }) => delivery === 'scheduled'));

  return {
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_ADDRESS: address,
    },
    address,
    control,
    stop: async () => {
      clearInterval(expiryTimer);
      await close(server);
      await courier.stop();
      await kept?.flush();
    },
  };
}
