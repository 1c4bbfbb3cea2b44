import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createECDH } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { openBucket } from '#server/core/bucket.ts';
import { downloadPicture } from '#server/core/google-pictures.ts';
import { createPurger } from '#server/core/pagecache/purger.ts';
import { createDiscovery } from '#server/people/identity/discovery.ts';
import { createMailer } from '#server/notices/mail/mailer.ts';
import { createPayments } from '#server/money/payments/stripe.ts';
import { createPushSender } from '#server/notices/push/push-sender.ts';
import { startPush } from '#sandbox/push/start-push.ts';

/** What a peer does with a connection that has asked something. */
type Peer = (socket: Socket) => void;

const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends.splice(0)) end();
});

/** A server of plain sockets; returns its port and how many connections it got. */
async function listen(peer: Peer, greets = false): Promise<{ port: number; asked: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greets) peer(socket);
    else socket.once('data', () => peer(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, asked: () => sockets.size };
}

/** Writes the same again and again. */
const dripping =
  (first: string, drop: string): Peer =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.once('close', () => clearInterval(timer));
  };

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const httpPeers: [string, Peer][] = [
  ['says nothing', () => undefined],
  ['closes at once', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
  [
    'changes the protocol',
    (socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
  ],
  ['changes it to nothing', (socket) => socket.write('HTTP/1.1 101 Switching\r\n\r\n')],
  ['gives hints for ever', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['drips its headers', dripping(head, 'X: y\r\n')],
  ['drips its body', dripping(`${head}Content-Length: 900000\r\n\r\n`, ' ')],
  ['drips pieces', dripping(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n')],
  ['answers half', (socket) => socket.end(`${head}Content-Length: 900\r\n\r\n{`)],
  ['answers what is no HTTP', (socket) => socket.end('BONJOUR\r\n\r\n')],
];

const deadlineMs = 250;
/** Calls to a peer; all settle. */
const httpCalls: Record<string, (port: number) => Promise<unknown>> = {
  push: async (port) => {
    const service = await startPush({ host: '127.0.0.1', port: 0 });
    ends.push(() => void service.stop());
    const keys = service.environment;
    const sender = createPushSender({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
      subject: keys.VAPID_SUBJECT,
      standInOrigin: `http://127.0.0.1:${port}`,
    });
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const target = { endpoint: `http://127.0.0.1:${port}/a`, p256dh, auth: 'A'.repeat(22) };
    const payload = { title: 'a', body: 'b', url: '/', tag: 'c' };
    const signal = AbortSignal.timeout(deadlineMs);
    return sender.send(target, payload, { topic: 'a', signal });
  },
  Stripe: (port) => {
    const address = `http://127.0.0.1:${port}`;
    const settings = { secretKey: 'sk_test_a', webhookSecret: 'whsec_a', address };
    const payments = createPayments(settings, undefined, deadlineMs);
    return expect(payments.listRefunds('pi_1')).rejects.toMatchObject({ code: /^PAYMENT_/ });
  },
  'identity provider': (port) => {
    const options = { issuer: `http://127.0.0.1:${port}`, clientId: 'a', timeoutMs: deadlineMs };
    const discover = createDiscovery(options, { now: () => new Date() }, () => undefined);
    return expect(discover()).rejects.toThrow();
  },
  CDN: (port) => {
    const settings = {
      kind: 'varnish',
      addresses: [`http://127.0.0.1:${port}`],
      token: '',
    } as const;
    // Its status alone is the answer.
    return createPurger(settings, deadlineMs)
      .purge(['home'])
      .catch(() => undefined);
  },
  bucket: (port) => {
    const endpoint = `http://127.0.0.1:${port}`;
    const settings = { endpoint, region: 'a', bucket: 'abc', accessKey: 'a', secretKey: 'b' };
    const bucket = openBucket(settings, { read: deadlineMs, write: deadlineMs });
    const failed = { code: 'PICTURES_UNAVAILABLE' };
    return Promise.all([
      expect(bucket.get('pictures/a')).rejects.toMatchObject(failed),
      expect(bucket.put('pictures/a', Buffer.from('a'))).rejects.toMatchObject(failed),
      expect(bucket.remove('pictures/a')).rejects.toMatchObject(failed),
    ]);
  },
  'picture at Google': (port) => {
    const url = new URL(`http://127.0.0.1:${port}/a.png`);
    const limits = { bytesMax: 1_000_000, timeoutMs: deadlineMs };
    return expect(downloadPicture(url, limits)).rejects.toThrow();
  },
};

describe.each(Object.entries(httpCalls))('a call: %s', (_name, call) => {
  test.concurrent.each(httpPeers)('settles where the peer %s', async (_peer, peer) => {
    const { port } = await listen(peer);
    await call(port);
  });

  test.concurrent('follows no redirect', async () => {
    const other = await listen((socket) => socket.end());
    const { port } = await listen((socket) =>
      socket.end(
        `HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    await call(port);
    expect(other.asked()).toBe(0);
  });
});

/** Answers commands of SMTP, until one that it answers as the peer wants. */
const smtp =
  (last: string, peer: Peer): Peer =>
  (socket) => {
    socket.write('220 bonjour\r\n');
    const answers = ['EHLO', 'MAIL', 'RCPT', 'DATA', '\r\n.\r\n'];
    socket.on('data', (sent) => {
      const asked = answers.find((start) => sent.toString('latin1').includes(start));
      if (asked === last) peer(socket);
      else if (asked) socket.write(asked === 'DATA' ? '354 go on\r\n' : '250 OK\r\n');
    });
  };

const mailPeers: [string, Peer][] = [
  ['says nothing', () => undefined],
  ['drips lines', dripping('', '250-more\r\n')],
  ['drips one line', dripping('250-', 'x')],
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
];
const stages = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', '\r\n.\r\n'];

describe.each(mailPeers)('an e-mail to a server that %s', (_name, peer) => {
  test.concurrent.each(stages)('at %j is settled, and the next one as well', async (stage) => {
    const { port } = await listen(stage === 'greeting' ? peer : smtp(stage, peer), true);
    const mailer = createMailer(
      {
        host: '127.0.0.1',
        port,
        isSecure: false,
        needsTls: false,
        auth: null,
        from: 'bonjour@feuilleton.example',
        perSecond: 10,
      },
      { setUpMs: deadlineMs, answerMs: deadlineMs },
    );
    ends.push(() => mailer.close());
    const send = (to: string) =>
      mailer.send({
        to,
        subject: 'Bonjour',
        text: 'Bonjour',
        html: '<p>Bonjour</p>',
        messageId: `<${to}>`,
        date: new Date(),
        unsubscribeUrl: null,
      });
    // More than there are connections.
    const sent = Array.from({ length: 7 }, (_, at) => send(`lea${at}@exemple.test`));
    for (const { kind } of await Promise.all(sent))
      expect(['later', 'unreachable']).toContain(kind);
  });
});
