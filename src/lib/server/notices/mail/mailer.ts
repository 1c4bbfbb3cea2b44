import { createTransport } from 'nodemailer';
import type { MailSettings } from '#server/core/config/mail.ts';
import { isOneAddress } from '#server/people/identity/one-address.ts';

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
 * What became of it. `refused`: this e-mail will never be taken, `isAddress` where its address is at
 * fault. `later`: this one is to be tried again. `unreachable`: none can be sent now; only where no
 * connection could be set up, so that no e-mail can hold the others back.
 */
export type MailOutcome =
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
/** How long is waited for a connection that takes e-mails, and for an answer to all of one e-mail. */
type Waits = { setUpMs: number; answerMs: number };
/** A server may look at an e-mail for ten minutes before it answers (RFC 5321, 4.5.3.2.6). */
const usualWaits: Waits = { setUpMs: 40_000, answerMs: 10 * 60_000 };
/** The longest that one e-mail can take. */
export const longestMailMs = usualWaits.setUpMs + usualWaits.answerMs;
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000 };

/** Where an e-mail is: not handed to a connection, to one that is set up, or told to the server. */
type Attempt = { stage: 'made' | 'connecting' | 'begun'; ends: AbortController; timer: Timer };
type Timer = ReturnType<typeof setTimeout> | undefined;

/** How nodemailer connects to the operator's mail server. */
export function mailConnection({ host, port, isSecure, needsTls, auth }: MailSettings) {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && needsTls,
    // A mail server on this machine may offer TLS with a certificate of its own making, as Debian's.
    ignoreTLS: !isSecure && !needsTls,
    ...(auth && { auth }),
  };
}

/** Sends through the operator's mail server. */
export function createMailer(settings: MailSettings, waits: Waits = usualWaits): Mailer {
  const { from } = settings;
  const attempts = new Map<string, Attempt>();
  const transport = createTransport({
    ...mailConnection(settings),
    pool: true,
    maxConnections: mailConnections,
    maxMessages: 500,
    ...timeoutsMs,
    socketTimeout: waits.answerMs,
    // What is attached comes from us, never from an address or a file.
    disableFileAccess: true,
    disableUrlAccess: true,
    // An error does not tell how far the e-mail had come; the log does.
    logger: { info: note, debug: note, warn: note, error: note },
  });

  function note({ tnx, action, messageId }: LogEntry = {}): void {
    const attempt = attempts.get(messageId?.replaceAll(/[<>\s]/g, '') ?? '');
    if (!attempt) return;
    if (tnx === 'pool' && action === 'assign') {
      attempt.stage = 'connecting';
      waitFor(attempt, waits.setUpMs);
    } else if (tnx === 'send') {
      attempt.stage = 'begun';
      waitFor(attempt, waits.answerMs);
    }
  }

  return {
    send: async ({ unsubscribeUrl, attachments = [], to, ...mail }) => {
      if (!isOneAddress(to)) return { kind: 'refused', answer: 'not one address', isAddress: true };
      const key = mail.messageId.replaceAll(/[<>\s]/g, '');
      const attempt: Attempt = { stage: 'made', ends: new AbortController(), timer: undefined };
      attempts.set(key, attempt);
      // A connection that was lost before anything was sent is replaced: never for longer than this.
      const longest = AbortSignal.timeout(waits.setUpMs + waits.answerMs);
      try {
        await transport.sendMail({
          ...mail,
          from,
          // As a text it would be parsed as a list.
          to: { name: '', address: to },
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
          signal: AbortSignal.any([attempt.ends.signal, longest]),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error, attempt);
      } finally {
        clearTimeout(attempt.timer);
        attempts.delete(key);
      }
    },
    close: () => transport.close(),
  };
}

/** What nodemailer logs of an e-mail that we look at. */
type LogEntry = { tnx?: string; action?: string; messageId?: string };

function waitFor(attempt: Attempt, ms: number): void {
  clearTimeout(attempt.timer);
  attempt.timer = setTimeout(() => attempt.ends.abort(), ms);
}

type SmtpError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/** What an error of nodemailer means; the server's answer is kept in one line. */
function outcomeOf(error: unknown, { stage }: Attempt): MailOutcome {
  if (!(error instanceof Error)) throw error;
  const { command = '', responseCode, response, code, message }: SmtpError = error;
  const answer = (response ?? `${code ?? ''} ${message}`)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300)
    .trim();
  // An address that cannot be written into an envelope.
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { kind: 'refused', answer, isAddress: true };
  }
  // 530: it wants a password first (RFC 4954).
  if (stage === 'connecting' || responseCode === 530) return { kind: 'unreachable', answer };
  // More than the server said that it takes.
  const isTooLong = code === 'EMESSAGE' && command === 'MAIL FROM' && responseCode === undefined;
  if (isTooLong) return { kind: 'refused', answer, isAddress: false };
  // 503 is about the connection (RFC 5321, 4.2.4), and no answer is none about the e-mail.
  if (responseCode === undefined || responseCode < 500 || responseCode === 503) {
    return { kind: 'later', answer };
  }
  // RFC 3463: x.1.x and x.2.x are about the mailbox, other classes about the message.
  const isMailbox = command.startsWith('DATA') && / 5\.[12]\.\d/.test(answer);
  return { kind: 'refused', answer, isAddress: command.startsWith('RCPT TO') || isMailbox };
}
