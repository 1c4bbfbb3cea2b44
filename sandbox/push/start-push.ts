import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { escapeHtml } from '../html.ts';
import { addressOf, answerWith, close, listen } from '../listen.ts';
import { redirect, sendPage, type Page } from '../page.ts';
import { decryptPush } from './decrypt.ts';
import { vapidProblem } from './verify-vapid.ts';

/** A message that a browser read. */
type ReceivedPush = { text: string; topic: string; ttlSeconds: number; receivedAt: Date };

/** A browser that shows messages: its subscription, as `PushManager` gives it. */
export type SandboxBrowser = {
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  received: () => readonly ReceivedPush[];
  /** From now on the service answers this: 410 ends the subscription, 201 takes messages. */
  setStatus: (status: number) => void;
};

export type SandboxPush = {
  /** Settings that make the product push here. */
  environment: {
    VAPID_PUBLIC_KEY: string;
    VAPID_PRIVATE_KEY: string;
    VAPID_SUBJECT: string;
    PUSH_STAND_IN: string;
  };
  address: string;
  addBrowser: () => SandboxBrowser;
  stop: () => Promise<void>;
};

type Kept = SandboxBrowser & { take: (message: Buffer, headers: Headers) => number };
type Headers = IncomingMessage['headers'];

const notice = 'Bac à sable : aucune notification ne quitte cette machine';

/**
 * Starts a push service on this machine (RFC 8030), with browsers that read what it is sent. It checks
 * who sends (RFC 8292) and decrypts as a browser does (RFC 8291). Port 0, or one in use, is a free one.
 */
export async function startPush(options: { host: string; port: number }): Promise<SandboxPush> {
  const vapid = createECDH('prime256v1');
  const publicKey = vapid.generateKeys('base64url');
  const server = await listen(options.port);
  const address = addressOf(server, options.host);
  const browsers = new Map<string, Kept>();
  const refusals: string[] = [];
  const addBrowser = (): Kept => {
    const id = randomUUID();
    const browser = createBrowser(`${address}/push/${id}`);
    browsers.set(id, browser);
    return browser;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', address);
    if (request.method !== 'POST') {
      sendPage(response, pushPage([...browsers.values()], refusals));
      return;
    }
    if (pathname === '/_sandbox') {
      addBrowser();
      redirect(response, '/_sandbox');
      return;
    }
    const body = await buffer(request);
    const browser = browsers.get(pathname.replace('/push/', ''));
    const problem = vapidProblem(
      request.headers.authorization,
      { publicKey, audience: address },
      Date.now(),
    );
    if (problem !== null) refusals.push(problem);
    const status = !browser ? 404 : problem === null ? browser.take(body, request.headers) : 403;
    response.writeHead(status).end();
  };
  answerWith(server, 'notifications', answer);
  return {
    environment: {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKeyOf(vapid),
      VAPID_SUBJECT: 'mailto:contact@feuilleton.example',
      PUSH_STAND_IN: address,
    },
    address,
    addBrowser,
    stop: () => close(server),
  };
}

/** Node leaves out zeros at the beginning. */
function privateKeyOf(keys: ECDH): string {
  const key = keys.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

function createBrowser(endpoint: string): Kept {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  let answered = 201;
  const p256dh = keys.getPublicKey('base64url');
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh, auth: auth.toString('base64url') },
    },
    received: () => received,
    setStatus: (status) => (answered = status),
    take: (message, headers) => {
      if (answered !== 201) return answered;
      if (headers['content-encoding'] !== 'aes128gcm' || headers.ttl === undefined) return 400;
      const topic = String(headers.topic ?? '');
      if (!/^[\w-]{0,32}$/.test(topic)) return 400;
      const text = decryptPush(message, { keys, auth });
      received.push({ text, topic, ttlSeconds: Number(headers.ttl), receivedAt: new Date() });
      return 201;
    },
  };
}

function pushPage(browsers: readonly Kept[], refusals: readonly string[]): Page {
  const shown = browsers.map(({ subscription, received }, index) => {
    const rows = received().map(
      ({ text, receivedAt }) =>
        `<li>${receivedAt.toLocaleTimeString('fr-FR')} <code>${escapeHtml(text)}</code></li>`,
    );
    return `<h2>Navigateur ${index + 1}</h2>
<p class="muted"><code>${escapeHtml(JSON.stringify(subscription))}</code></p>
${rows.length > 0 ? `<ul>${rows.reverse().join('\n')}</ul>` : '<p>Rien reçu pour l’instant.</p>'}`;
  });
  return {
    title: 'Bac à sable : notifications',
    notice,
    body: `<section class="panel">
<h1>Service de notifications</h1>
<p>Des navigateurs inventés, leur abonnement, et ce qu’ils ont reçu et déchiffré. Rechargez la page pour voir la suite.</p>
${refusals.length > 0 ? `<p class="alert">Refusés : ${escapeHtml(refusals.slice(-5).join(', '))}</p>` : ''}
<form method="post" action="/_sandbox"><div class="row"><button>Ajouter un navigateur</button></div></form>
${shown.join('\n')}
</section>`,
  };
}
