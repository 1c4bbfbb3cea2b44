import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createMailer,
  longestMailMs,
  type Mail,
  type Mailer,
} from '#server/notices/mail/mailer.ts';
import { leasesMs } from '#server/notices/outbox/send-outbox.ts';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';

let mail: SandboxMail;
beforeAll(async () => {
  mail = await startMail({ host: '127.0.0.1', port: 0 });
});
afterAll(() => mail.stop());

const letter = (to: string): Mail => ({
  to,
  subject: 'Bonjour',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  messageId: `<${to}>`,
  date: new Date(),
  unsubscribeUrl: null,
});

const longMs = 60_000;
const mailerAt = (port: number, waits: { setUpMs?: number; answerMs?: number } = {}): Mailer =>
  createMailer(
    {
      host: '127.0.0.1',
      port,
      isSecure: false,
      needsTls: false,
      auth: null,
      from: 'bonjour@feuilleton.example',
      perSecond: 10,
    },
    { setUpMs: longMs, answerMs: longMs, ...waits },
  );
const smtpPort = () => Number(new URL(mail.environment.MAIL_URL).port);

test('a server that has an e-mail and says nothing is asked later', async () => {
  const mailer = mailerAt(smtpPort(), { answerMs: 500 });
  mail.mailbox.setAnswer('silent', 'muet@exemple.test');
  expect(await mailer.send(letter('muet@exemple.test'))).toMatchObject({ kind: 'later' });
  mailer.close();
});

test('a server that has an e-mail and hangs up is asked later, also by a connection used before', async () => {
  const mailer = mailerAt(smtpPort());
  const to = 'raccroche@exemple.test';
  mail.mailbox.setAnswer('hang_up', to);
  expect(await mailer.send(letter(to))).toMatchObject({ kind: 'later' });
  expect(await mailer.send(letter('lea@exemple.test'))).toEqual({ kind: 'sent' });
  expect(await mailer.send(letter(to))).toMatchObject({ kind: 'later' });
  mailer.close();
});

test.each([
  ['says nothing', []],
  ['greets and says nothing more', ['220 bonjour\r\n']],
  ['greets with a refusal', ['554 not today\r\n']],
])('a server that %s is unreachable', async (_name, lines) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    for (const line of lines) socket.write(line);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const mailer = mailerAt((server.address() as AddressInfo).port, { setUpMs: 300 });
  expect(await mailer.send(letter('lea@exemple.test'))).toMatchObject({ kind: 'unreachable' });
  mailer.close();
  server.close();
});

test('a lease is longer than the longest e-mail, which waits ten minutes for its answer', () => {
  expect(longestMailMs).toBeGreaterThanOrEqual(10 * 60_000);
  expect(leasesMs.email).toBeGreaterThan(longestMailMs + 60_000);
});

test.each([
  'a@exemple.test, b@exemple.test',
  'a@exemple.test;b@exemple.test',
  'Équipe: a@exemple.test, b@exemple.test;',
  'Léa <lea@exemple.test>',
  '<lea@exemple.test>',
  '"a,b"@exemple.test',
  'a@exemple.test (b@exemple.test)',
  'a@exemple.test\r\nBcc: b@exemple.test',
  'a@b@exemple.test',
  'a@[127.0.0.1]',
  `${'a'.repeat(250)}@exemple.test`,
  '',
])('what is not one address gets no e-mail: %j', async (to) => {
  mail.mailbox.clear();
  const mailer = mailerAt(smtpPort());
  expect(await mailer.send(letter(to))).toMatchObject({ kind: 'refused', isAddress: true });
  expect(mail.mailbox.mails()).toEqual([]);
  mailer.close();
});
