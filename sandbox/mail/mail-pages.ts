import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Email } from 'postal-mime';
import { escapeHtml } from '../html.ts';
import { redirect, sendPage, type Page } from '../page.ts';
import { readBody } from '../stripe/read-body.ts';
import type { KeptMail, MailAnswer, Mailbox } from './mailbox.ts';

const notice = 'Bac à sable : aucun e-mail ne quitte cette machine';
const rowsMax = 100;
const answerLabels: Record<MailAnswer, string> = {
  take: 'Tout accepter',
  refuse: 'Refuser (550)',
  later: 'Remettre à plus tard (451)',
  silent: 'Ne pas répondre après l’e-mail',
  hang_up: 'Raccrocher après l’e-mail',
};

/** `/_sandbox`: what came, newest first; below it each e-mail as text, as HTML, and its documents. */
export async function serveMailPages(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
  if (request.method === 'POST') return answerForm(mailbox, request, response);
  const [, number, part, index] =
    /^\/_sandbox\/(\d+)(?:\/(html|piece)(?:\/(\d+))?)?$/.exec(pathname) ?? [];
  if (pathname === '/_sandbox' || pathname === '/') {
    sendPage(response, await listPage(mailbox));
    return;
  }
  const mail = mailbox.mails().find((one) => one.number === Number(number));
  if (!mail) {
    sendPage(response, { title: 'Rien ici', body: '<p>Cet e-mail n’est pas là.</p>', notice }, 404);
    return;
  }
  const email = await mailbox.read(mail);
  if (part === 'html') sendHtml(response, email.html ?? '');
  else if (part === 'piece') sendPiece(response, email, Number(index));
  else sendPage(response, mailPage(mail, email));
}

async function answerForm(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host ?? ''}`) {
    response.writeHead(403).end();
    return;
  }
  const form = new URLSearchParams((await readBody(request)) ?? '');
  const answer = form.get('answer') ?? '';
  if (Object.hasOwn(answerLabels, answer)) {
    mailbox.setAnswer(answer as MailAnswer, form.get('address') ?? undefined);
  }
  if (form.has('clear')) mailbox.clear();
  redirect(response, '/_sandbox');
}

async function listPage(mailbox: Mailbox): Promise<Page> {
  const newest = mailbox.mails().slice(-rowsMax).reverse();
  const rows = await Promise.all(
    newest.map(async (mail) => {
      const { subject = '' } = await mailbox.read(mail);
      return `<tr><td>${time(mail.receivedAt)}</td><td>${escapeHtml(mail.to)}</td><td><a href="/_sandbox/${mail.number}">${escapeHtml(subject)}</a></td></tr>`;
    }),
  );
  const table =
    rows.length === 0
      ? '<p class="muted">Aucun e-mail pour l’instant.</p>'
      : `<div class="scroll"><table><thead><tr><th scope="col">Reçu</th><th scope="col">Pour</th><th scope="col">Objet</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
  const buttons = Object.entries(answerLabels).map(
    ([answer, label]) =>
      `<form method="post" action="/_sandbox"><input type="hidden" name="answer" value="${answer}"><button>${label}</button></form>`,
  );
  return {
    title: 'Bac à sable : courrier',
    notice,
    body: `<section class="panel">
<h1>Boîte aux lettres</h1>
<p>Les e-mails que le site a envoyés, quel que soit leur destinataire : ${mailbox.mails().length} en tout. Rechargez la page pour voir la suite.</p>
<div class="row">${buttons.join('')}
<form method="post" action="/_sandbox"><input type="hidden" name="clear" value="1"><button>Vider</button></form></div>
<h2>Reçus</h2>
${table}
</section>`,
  };
}

function mailPage(mail: KeptMail, email: Email): Page {
  const shown = new Set([
    'subject',
    'from',
    'to',
    'message-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ]);
  const headers = email.headers
    .filter(({ key }) => shown.has(key))
    .map(({ originalKey, key }) => {
      const { value } = email.headers.find((one) => one.key === key) ?? { value: '' };
      return `<li><span>${escapeHtml(originalKey)}</span> <span>${escapeHtml(value)}</span></li>`;
    });
  const pieces = email.attachments.map(
    ({ filename }, index) =>
      `<li><a href="/_sandbox/${mail.number}/piece/${index}">${escapeHtml(filename ?? 'document')}</a></li>`,
  );
  return {
    title: escapeHtml(email.subject ?? 'E-mail'),
    notice,
    hasFrames: true,
    body: `<p><a href="/_sandbox">Tous les e-mails</a></p>
<section class="panel">
<h1>${escapeHtml(email.subject ?? '')}</h1>
<ul class="mail-headers">${headers.join('')}</ul>
${pieces.length > 0 ? `<h2>Pièces jointes</h2><ul>${pieces.join('')}</ul>` : ''}
<h2>En HTML</h2>
<iframe class="mail" title="L’e-mail en HTML" src="/_sandbox/${mail.number}/html"></iframe>
<h2>En texte</h2>
<pre class="mail">${escapeHtml(email.text ?? '')}</pre>
</section>`,
  };
}

/** As a mail program shows it: no scripts, nothing fetched. */
function sendHtml(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation",
      'Cache-Control': 'no-store',
    })
    .end(html.replace('<head>', '<head><base target="_top">'));
}

function sendPiece(response: ServerResponse, email: Email, index: number): void {
  const piece = email.attachments[index];
  if (!piece) {
    response.writeHead(404).end();
    return;
  }
  const { content, mimeType } = piece;
  response
    .writeHead(200, { 'Content-Type': mimeType, 'Cache-Control': 'no-store' })
    .end(typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer));
}

const time = (instant: Date) =>
  instant.toLocaleString('fr-FR', {
    timeZone: 'Europe/Paris',
    timeStyle: 'medium',
    dateStyle: 'short',
  });
