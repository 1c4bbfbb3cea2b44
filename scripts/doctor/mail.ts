import { resolveMx, resolveTxt } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/core/config/config.ts';
import { codeOf } from '#server/core/error-code.ts';
import { mailConnection } from '#server/notices/mail/mailer.ts';
import { writeToOperator } from '../operator-letter.ts';
import { fault, fine, notice, waitMs, type Finding } from './finding.ts';

/** Whether the mail server takes what the site sends, and the records of its domain. */
export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (mail === null) return [notice('pas employé : personne n’est prévenu')];
  const { host, from } = mail;
  const transport = createTransport({
    ...mailConnection(mail),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
  });
  const server = await transport.verify().then(
    () => fine(`${host} prend les e-mails du site`),
    (error: unknown) =>
      fault(`${host} : ${error instanceof Error ? error.message : 'sans réponse'} (MAIL_URL)`),
  );
  transport.close();
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? '';
  return [server, ...(await domainFindings(domain))];
}

/** A letter to the publisher: whether it arrives, and how it was judged, only its reader sees. */
export async function writeLetter(config: Config): Promise<Finding[]> {
  const operator = { ...config, publisherEmail: config.publisher.PUBLISHER_EMAIL };
  const sent = await writeToOperator(operator, {
    subject: 'Lettre d’essai de votre site',
    lines: [
      'Cette lettre vient de feuilleton doctor.',
      'Si vous la trouvez parmi les indésirables, ou sans « dkim=pass » dans ses en-têtes, il en ira de même de celles aux lecteurs.',
    ],
  });
  // A server that cannot be reached was named already.
  if (sent === null || sent.outcome.kind === 'unreachable') return [];
  const { to, outcome } = sent;
  return [
    outcome.kind === 'sent'
      ? notice(`une lettre est partie à ${to} : regardez si elle arrive, et son « dkim=pass »`)
      : fault(`la lettre à ${to} n’est pas partie : ${outcome.answer}`),
  ];
}

/** The domain's records about who may send for it. */
async function domainFindings(domain: string): Promise<Finding[]> {
  const texts = async (name: string) =>
    (await resolveTxt(name).catch(() => [])).map((parts) => parts.join(''));
  const isSpf = (await texts(domain)).some((text) => /^v=spf1\b/i.test(text));
  const isDmarc = (await texts(`_dmarc.${domain}`)).some((text) => /^v=DMARC1\b/i.test(text));
  const takesMail = (await resolveMx(domain).catch(() => [])).length > 0;
  return [
    isSpf ? fine(`${domain} a un SPF`) : notice(`${domain} n’a pas de SPF vu d’ici`),
    ...(await dkimFinding(domain)),
    isDmarc ? fine(`${domain} a un DMARC`) : notice(`${domain} n’a pas de DMARC vu d’ici`),
    ...(takesMail ? [] : [notice(`${domain} ne reçoit pas d’e-mails : les retours se perdent`)]),
  ];
}

/**
 * DKIM's record has a name that only its owner knows; but a name with nothing beneath it does not
 * exist (RFC 8020), and one with something does, without data of its own.
 */
async function dkimFinding(domain: string): Promise<Finding[]> {
  const code = await resolveTxt(`_domainkey.${domain}`).then(() => 'ENODATA', codeOf);
  if (code === 'ENODATA') return [notice(`${domain} semble avoir un DKIM`)];
  return [notice(`${domain} n’a pas de DKIM vu d’ici`)];
}
