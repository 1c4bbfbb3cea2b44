import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { addressOf, answerWith, close, listen } from '../listen.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { serveMailPages } from './mail-pages.ts';

export type SandboxMail = {
  /** Settings that make the product send its mail here. */
  environment: { MAIL_URL: string; MAIL_FROM: string };
  /** Of the page that shows what came. */
  address: string;
  mailbox: Mailbox;
  stop: () => Promise<void>;
};

/**
 * Starts a mail server on this machine that keeps what it is sent, and a page that shows it. `port` is
 * the page's; 0, or a port in use, means a free one. `smtpPort` is the mail server's, a free one by
 * default.
 */
export async function startMail(options: {
  host: string;
  port: number;
  smtpPort?: number;
}): Promise<SandboxMail> {
  const mailbox = createMailbox();
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: ({ address }, _session, callback) => {
      const isRefused = mailbox.answerForSender(address) === 'refuse';
      callback(isRefused ? smtpError(550, '5.1.8 This sender is not known here') : null);
    },
    onRcptTo: ({ address }, _session, callback) => {
      const answer = mailbox.answerFor(address);
      if (answer === 'refuse') callback(smtpError(550, '5.1.1 No such mailbox here'));
      else if (answer === 'later') callback(smtpError(451, '4.3.0 Try again later'));
      else callback();
    },
    onData: (stream, session, callback) => {
      void buffer(stream as Readable).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        const answers = rcptTo.map(({ address }) => mailbox.answerFor(address));
        if (answers.includes('silent')) return;
        if (answers.includes('hang_up')) {
          sockets.get(session.remotePort)?.destroy();
          return;
        }
        for (const { address: to } of rcptTo) {
          mailbox.keep({ from: mailFrom === false ? '' : mailFrom.address, to, raw });
        }
        callback();
      }, callback);
    },
  });
  const sockets = new Map<number, Socket>();
  smtp.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  // A client that is killed in the middle of a mail is no error of ours.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(options.smtpPort ?? 0, '127.0.0.1', resolve));
  const { port: smtpPort } = smtp.server.address() as AddressInfo;
  const server = await listen(options.port);
  const address = addressOf(server, options.host);
  answerWith(server, 'courrier', (request, response) => serveMailPages(mailbox, request, response));
  return {
    environment: {
      MAIL_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Feuilleton <bonjour@feuilleton.example>',
    },
    address,
    mailbox,
    stop: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      await close(server);
    },
  };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
