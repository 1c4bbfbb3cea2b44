import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/mail.ts';

/** An e-mail that is ready to go. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at one message: `<…@site>`. */
  messageId: string;
  date: Date;
  /** Address that ends what the reader asked for, with one click (RFC 8058); null for letters. */
  unsubscribeUrl: string | null;
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[];
};

/**
 * What became of it. `refused`: this address will never take it, `isAddress` where the address itself
 * is at fault. `later`: the server asks to try again. `unreachable`: no mail can be sent now.
 */
type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; answer: string; isAddress: boolean }
  | { kind: 'later'; answer: string }
  | { kind: 'unreachable'; answer: string };

/** Sends e-mails, a few at a time. */
export type Mailer = {
  send: (mail: Mail) => Promise<MailOutcome>;
  close: () => void;
};

/** Connections kept open. */
export const mailConnections = 5;
/** The longest that one e-mail can take: a connection, a greeting, and silence after it. */
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through the operator's mail server. */
export function createMailer(settings: MailSettings): Mailer {
  const { host, port, isSecure, needsTls, auth, from } = settings;
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: !isSecure && needsTls },
    ...(auth && { auth }),
    ...{ pool: true, maxConnections: mailConnections, maxMessages: 500 },
    ...timeoutsMs,
    // What is attached comes from us, never from an address or a file.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    send: async ({ unsubscribeUrl, attachments = [], ...mail }) => {
      try {
        await transport.sendMail({
          ...mail,
          from,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== null && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(bytes),
          })),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}

type SmtpError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/** What an error of nodemailer means; the server's answer is kept in one line. */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error)) throw error;
  const { command = '', responseCode, response, code, message }: SmtpError = error;
  const answer = (response ?? `${code ?? ''} ${message}`)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300)
    .trim();
  const isAboutMessage = /^(RCPT TO|DATA)/.test(command) || code === 'EMESSAGE';
  // An address that cannot be written into an envelope.
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { kind: 'refused', answer, isAddress: true };
  }
  if (responseCode === undefined || !isAboutMessage) return { kind: 'unreachable', answer };
  if (responseCode < 500) return { kind: 'later', answer };
  // RFC 3463: x.1.x and x.2.x are about the mailbox, other classes about the message.
  const isAddress = command.startsWith('RCPT TO') || / 5\.[12]\.\d/.test(answer);
  return { kind: 'refused', answer, isAddress };
}
