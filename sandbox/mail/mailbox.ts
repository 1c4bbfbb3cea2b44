import PostalMime, { type Email } from 'postal-mime';

/** An e-mail that was taken, as it came. */
export type KeptMail = { number: number; from: string; to: string; raw: Buffer; receivedAt: Date };

/**
 * What the server answers for an address: it takes the mail, refuses the address for good, or asks to
 * come again; or it has all of the mail and says nothing (`silent`), or hangs up (`hang_up`).
 */
export type MailAnswer = 'take' | 'refuse' | 'later' | 'silent' | 'hang_up';

/** All that was taken, and what is to be answered. */
export type Mailbox = {
  /** Newest last. */
  mails: () => readonly KeptMail[];
  /** Read as a mail program would. */
  read: (mail: KeptMail) => Promise<Email>;
  /** From now on, for this address or for all. */
  setAnswer: (answer: MailAnswer, address?: string) => void;
  answerFor: (address: string) => MailAnswer;
  /** For an address that sends: what was set for it alone. */
  answerForSender: (address: string) => MailAnswer;
  keep: (mail: Omit<KeptMail, 'number' | 'receivedAt'>) => void;
  clear: () => void;
};

/** More than a demonstration sends; the oldest go first. */
const keptMax = 20_000;

/** An empty mailbox that takes everything. */
export function createMailbox(): Mailbox {
  let count = 0;
  let kept: KeptMail[] = [];
  let forAll: MailAnswer = 'take';
  const answers = new Map<string, MailAnswer>();
  return {
    mails: () => kept,
    read: ({ raw }) => PostalMime.parse(raw),
    setAnswer: (answer, address) => {
      if (address === undefined) forAll = answer;
      else answers.set(address.toLowerCase(), answer);
    },
    answerFor: (address) => answers.get(address.toLowerCase()) ?? forAll,
    answerForSender: (address) => answers.get(address.toLowerCase()) ?? 'take',
    keep: (mail) => {
      kept.push({ ...mail, number: ++count, receivedAt: new Date() });
      if (kept.length > keptMax) kept = kept.slice(-keptMax);
    },
    clear: () => (kept = []),
  };
}
