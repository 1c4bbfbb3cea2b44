import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startStripe, type SandboxStripe } from '#sandbox/stripe/start-stripe.ts';

/** The site that sells: its addresses lead nowhere, tests only compare them. */
export const siteUrl = 'http://localhost:4321';

/** What the site's webhook received. */
type Received = { event: Stripe.Event; body: string; signature: string };

export type Site = {
  stripe: Stripe;
  sandbox: SandboxStripe;
  /** Events that were answered with a success, in order of arrival. */
  received: Received[];
  /** Every request to the webhook with a valid signature, by type of event. */
  attempts: string[];
  /** The types of what was received, once all is delivered. */
  receivedTypes: () => Promise<string[]>;
  /** The webhook's response from now on. */
  answerWith: (status: number) => void;
  stop: () => Promise<void>;
};

type Options = Partial<Omit<Parameters<typeof startStripe>[0], 'host' | 'webhookUrl'>>;

/** Starts a sandbox with a site behind it: the official SDK and a webhook that checks signatures. */
export async function startSite(options: Options = {}): Promise<Site> {
  const webhook = createServer();
  await once(webhook.listen(0, '127.0.0.1'), 'listening');
  const { port } = webhook.address() as AddressInfo;
  const sandbox = await startStripe({
    host: '127.0.0.1',
    port: 0,
    retryDelaysMs: [],
    ...options,
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
  });
  const stripe = clientOf(sandbox);
  const received: Received[] = [];
  const attempts: string[] = [];
  let status = 200;
  const answer = (body: string, signature: string) => {
    const secret = sandbox.environment.STRIPE_WEBHOOK_SECRET;
    try {
      const event = stripe.webhooks.constructEvent(body, signature, secret);
      attempts.push(event.type);
      if (status < 300) received.push({ event, body, signature });
      return status;
    } catch {
      return 400;
    }
  };
  webhook.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature']);
      response.writeHead(answer(body, signature)).end();
    });
  });
  return {
    stripe,
    sandbox,
    received,
    attempts,
    receivedTypes: async () => {
      await sandbox.control.idle();
      return received.map(({ event }) => event.type);
    },
    answerWith: (next) => {
      status = next;
    },
    stop: async () => {
      await sandbox.stop();
      const closed = once(webhook, 'close');
      webhook.close();
      webhook.closeAllConnections();
      await closed;
    },
  };
}

/** The official SDK with only its address changed. No retries by default. */
export function clientOf(
  { environment }: SandboxStripe,
  changes: Partial<Stripe.StripeConfig> & { key?: string } = {},
): Stripe {
  const { key = environment.STRIPE_SECRET_KEY, ...config } = changes;
  const { hostname, port } = new URL(environment.STRIPE_API_ADDRESS);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** The site's parameters; `undefined` leaves one out. */
export type Wish = {
  [Name in keyof Stripe.Checkout.SessionCreateParams]?:
    Stripe.Checkout.SessionCreateParams[Name] | undefined;
};

/** The site's parameters for a purchase of 900 credits. */
export function purchase(changes: Wish = {}): Stripe.Checkout.SessionCreateParams {
  const wish: Wish = {
    mode: 'payment',
    line_items: [
      {
        price_data: {
          currency: 'eur',
          unit_amount: 999,
          product_data: { name: '900 crédits Feuilleton' },
        },
        quantity: 1,
      },
    ],
    customer_email: 'lea.martin@feuilleton.test',
    client_reference_id: 'user-1',
    locale: 'fr',
    metadata: { transaction: 'transaction-1' },
    payment_intent_data: { metadata: { transaction: 'transaction-1' } },
    success_url: `${siteUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/payment/cancel`,
    ...changes,
  };
  // The SDK leaves out what is undefined.
  return wish as Stripe.Checkout.SessionCreateParams;
}

/** The same by an existing customer. */
export function purchaseBy(customer: string, changes: Wish = {}) {
  return purchase({ customer, customer_email: undefined, ...changes });
}

/** The id of a reference that may be expanded; fails for null. */
export function idOf(reference: string | { id: string } | null): string {
  if (reference === null) throw new Error('refers to nothing');
  return typeof reference === 'string' ? reference : reference.id;
}

/** Buys with a card that works; returns the session's id. */
export async function buy(site: Site): Promise<string> {
  const { id } = await site.stripe.checkout.sessions.create(purchase());
  site.sandbox.control.paySession(id);
  return id;
}

/** The SDK's error of a refusal; fails without one. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('Stripe refused nothing');
}

/** Requests without the SDK, for what it would not send. */
export async function ask({ sandbox }: Site, path: string, init: RequestInit = {}) {
  const { STRIPE_API_ADDRESS: address, STRIPE_SECRET_KEY: key } = sandbox.environment;
  const headers = new Headers(init.headers);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
  const response = await fetch(`${address}${path}`, { ...init, headers });
  return { response, body: (await response.json()) as { error: Record<string, string> } };
}
