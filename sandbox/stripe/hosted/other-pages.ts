import { escapeHtml } from '#sandbox/html.ts';
import type { SessionRecord } from '../tables.ts';
import type { PaymentIntent, Session } from '../wire.ts';
import { formatAmount } from './formats.ts';
import type { Page } from '#sandbox/page.ts';
import { returnOrigins, siteAddress, successAddress } from './return-address.ts';

/** The bank's question: 3-D Secure. */
export function authenticationPage({ session, waiting }: SessionRecord): Page {
  const amount = formatAmount(session.amount_total, session.currency);
  return {
    title: '3-D Secure (bac à sable)',
    formTargets: returnOrigins(session),
    body: `<section class="panel narrow">
<h1>3-D Secure</h1>
<p>Votre banque, inventée elle aussi, demande si vous autorisez ce paiement de <strong>${amount}</strong> avec la carte qui finit par ${waiting?.card.last4 ?? ''}.</p>
<form method="post" class="actions">
<button class="main" name="answer" value="grant">Autoriser</button>
<button name="answer" value="refuse">Refuser</button>
</form>
</section>`,
  };
}

/** For a session that accepts no more payments. */
export function closedPage(session: Session, intent: PaymentIntent | null): Page {
  const [heading, sentence, address, link] = closedWords(session, intent);
  return {
    title: `${heading} (bac à sable)`,
    body: `<section class="panel narrow">
<h1>${heading}</h1>
<p>${sentence}</p>
<p><a class="button main" href="${escapeHtml(address)}">${link}</a></p>
</section>`,
  };
}

function closedWords(
  session: Session,
  intent: PaymentIntent | null,
): [heading: string, sentence: string, address: string, link: string] {
  if (session.status === 'expired') {
    return [
      'Session expirée',
      'Cette page de paiement a expiré. Recommencez depuis le site.',
      siteAddress(session),
      'Revenir au site',
    ];
  }
  const amount = formatAmount(session.amount_total, session.currency);
  if (intent?.status === 'requires_payment_method') {
    return [
      'Prélèvement rejeté',
      `La banque a rejeté le prélèvement de ${amount}. Recommencez depuis le site.`,
      siteAddress(session),
      'Revenir au site',
    ];
  }
  return session.payment_status === 'paid'
    ? [
        'Déjà payé',
        `Ce paiement de ${amount} est fait.`,
        successAddress(session),
        'Voir le résultat',
      ]
    : [
        'Paiement en cours',
        `Le prélèvement de ${amount} est demandé ; la banque le confirmera plus tard.`,
        successAddress(session),
        'Voir le résultat',
      ];
}

export function unknownPage(): Page {
  return {
    title: 'Page introuvable (bac à sable)',
    body: `<section class="panel narrow">
<h1>Page introuvable</h1>
<p>Le bac à sable n’a rien à cette adresse. Recommencez depuis le site.</p>
</section>`,
  };
}
