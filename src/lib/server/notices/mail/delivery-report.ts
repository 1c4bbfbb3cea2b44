/** E-mails in which a mail server says that it could not deliver one of ours (RFC 3464). */
import PostalMime, { type Attachment } from 'postal-mime';
import { idSchema } from '#shared/contracts/fields.ts';
import { addressFault, asciiAddress } from '#shared/site/email-address.ts';

/** An e-mail of ours that came back for good, because of its address. */
export type ReturnedMail = {
  /** The message of the outbox: the first part of its Message-ID. */
  messageId: string;
  /** Whom it was for, in lower case, its domain as mail servers know it: as we wrote it, and as the last server knew it. */
  recipients: string[];
  /** What the server said, in one line. */
  answer: string;
};

/** Depth and headers of what strangers send are bounded. */
const limits = { maxNestingDepth: 8, maxHeadersSize: 100_000 } as const;
const answerCharactersMax = 300;

/**
 * Reads such an e-mail. Null for everything else: one that is only late, one that was refused for what is
 * in it or for where it came from (RFC 3463: x.1.x and x.2.x are about the mailbox, x.0.0 says nothing),
 * one that does not name the e-mail that came back.
 */
export async function readDeliveryReport(raw: Uint8Array): Promise<ReturnedMail | null> {
  const { attachments } = await PostalMime.parse(raw, limits);
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const returned = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(mimeType),
  );
  if (!report || !returned) return null;
  const [, ...recipients] = groupsOf(textOf(report));
  const failed = recipients.find(
    (fields) =>
      fields.action?.toLowerCase() === 'failed' && /^5\.[012]\.\d/.test(fields.status ?? ''),
  );
  const [headers = {}] = groupsOf(textOf(returned));
  const [, id] = /^<([^@<>\s]+)@[^<>\s]+>$/.exec(headers['message-id'] ?? '') ?? [];
  const messageId = idSchema.safeParse(id);
  if (!failed || !messageId.success) return null;
  const { 'final-recipient': last, 'original-recipient': first, status = '' } = failed;
  return {
    messageId: messageId.data,
    recipients: [last, first, headers.to].flatMap(addressIn),
    answer: (failed['diagnostic-code'] ?? status).slice(0, answerCharactersMax),
  };
}

/** As in `rfc822; name@example.org` or `Name <name@example.org>`, in lower case; none for another form. */
function addressIn(field: string | undefined): string[] {
  const [, address = ''] = /(?:^|[;<\s])([^\s;<>]+@[^\s;<>]+)>?$/.exec(field?.trim() ?? '') ?? [];
  const found = asciiAddress(address.toLowerCase());
  return addressFault(found) === null ? [found] : [];
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Groups of fields, by their names in lower case, with lines that go on joined; the first value counts. */
function groupsOf(text: string): Partial<Record<string, string>>[] {
  return text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
    .map((group) => {
      const fields: Partial<Record<string, string>> = {};
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
        fields[name.toLowerCase()] ??= value.trim();
      }
      return fields;
    });
}
