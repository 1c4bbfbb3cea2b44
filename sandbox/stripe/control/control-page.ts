import { escapeHtml } from '#sandbox/html.ts';
import { deliveryModes, type DeliveryMode } from '../delivery/courier.ts';
import { formatAmount, formatMoment } from '../hosted/formats.ts';
import type { Page } from '#sandbox/page.ts';
import { outageKinds, type OutageKind } from '../outage.ts';
import type { EventRecord } from '../tables.ts';
import type { Dispute, PaymentIntent, Refund, Session } from '../wire.ts';
import type { StripeControl } from './control.ts';

const rowsMax = 50;

const deliveryLabels: Record<DeliveryMode, string> = {
  normal: 'Normalement',
  twice: 'Deux fois',
  late: 'Retenus',
  never: 'Jamais',
  reversed: 'En ordre inverse',
};

const outageLabels: Record<OutageKind, string> = {
  none: 'Aucune',
  down: 'Erreur 503',
  dropped: 'Connexion coupée avant',
  slow: 'Réponses lentes (5 s)',
  lost: 'Connexion coupée après',
};

const deliveryStates: Record<EventRecord['delivery'], string> = {
  scheduled: 'à livrer',
  held: 'retenu',
  delivered: 'reçu',
  failed: 'abandonné',
  withheld: 'non envoyé',
};

/** The page `/_sandbox`: the account's state, and buttons for further events. */
export function controlPage(
  control: StripeControl,
  settings: { delivery: DeliveryMode; outage: OutageKind; refusal: string | null },
): Page {
  const newest = <Row>(rows: Row[]) => rows.reverse().slice(0, rowsMax);
  const intents = new Map(control.paymentIntents().map((intent) => [intent.id, intent]));
  const sessions = newest(control.sessions()).map((session) =>
    sessionRow(session, intents.get(session.payment_intent ?? '')),
  );
  const events = newest(control.events()).map(
    ({ id, type, created }) =>
      `<tr><td>${formatMoment(created)}</td><td>${type}</td><td>${deliveryStates[control.delivery(id).delivery]}</td><td><div class="row">${button('deliver-again', 'Livrer à nouveau', { eventId: id })}</div></td></tr>`,
  );
  return {
    title: 'Bac à sable : faux Stripe',
    body: `<section class="panel">
<h1>Faux Stripe</h1>
<p>Tout ce que la banque, l’acheteur ou le tableau de bord peuvent faire d’un paiement de la démonstration. Rechargez la page pour voir la suite.</p>
${settings.refusal ? `<p class="alert" role="alert">${escapeHtml(settings.refusal)}</p>` : ''}
<h2>Livraison des événements : ${deliveryLabels[settings.delivery].toLowerCase()}</h2>
<div class="row">${deliveryModes.map((mode) => button('set-delivery', deliveryLabels[mode], { mode })).join('')}
${button('release-events', 'Livrer ceux qui sont retenus', {})}</div>
<h2>Panne de l’API : ${outageLabels[settings.outage].toLowerCase()}</h2>
<div class="row">${outageKinds.map((kind) => button('set-outage', outageLabels[kind], { kind })).join('')}</div>
<h2>Autre produit du même compte</h2>
<div class="row">${button('pay-foreign-session', 'Payer une vente étrangère', {})}</div>
<h2>Sessions</h2>
${table(['Créée', 'Objet', 'Montant', 'État', 'Actions'], sessions, 'Aucune session pour l’instant.')}
${refundsAndDisputes(newest(control.refunds()), newest(control.disputes()))}
<h2>Événements</h2>
${table(['Créé', 'Type', 'Livraison', 'Actions'], events, 'Aucun événement pour l’instant.')}
</section>`,
  };
}

const sessionStates: Record<string, string> = { open: 'ouverte', expired: 'expirée' };

function sessionRow(session: Session, intent: PaymentIntent | undefined): string {
  const { id, created, status, payment_status: paid } = session;
  const isPaid = paid === 'paid';
  const isWaiting = intent?.status === 'processing';
  const state =
    sessionStates[status ?? ''] ?? (isPaid ? 'payée' : isWaiting ? 'en attente' : 'rejetée');
  const sessionId = { sessionId: id };
  const actions = [
    status === 'open' && button('expire-session', 'Expirer', sessionId),
    isWaiting && button('settle-payment', 'Encaisser', sessionId),
    isWaiting && button('fail-payment', 'Rejeter', sessionId),
    isPaid && button('refund', 'Rembourser', sessionId),
    isPaid && button('refund', 'Rembourser 1 €', { ...sessionId, amountCents: '100' }),
    isPaid && button('open-dispute', 'Contester', sessionId),
  ].filter((action) => action !== false);
  const page = session.url
    ? `<a href="/c/pay/${id}">${id.slice(0, 16)}…</a>`
    : `${id.slice(0, 16)}…`;
  return `<tr><td>${formatMoment(created)}</td><td>${page}</td><td>${formatAmount(session.amount_total, session.currency)}</td><td>${state}</td><td><div class="row">${actions.join('')}</div></td></tr>`;
}

const disputeStates: Record<string, string> = { won: 'gagné', lost: 'perdu' };

function refundsAndDisputes(refunds: Refund[], disputes: Dispute[]): string {
  const refundRows = refunds.map(
    ({ id, created, amount, currency, status }) =>
      `<tr><td>${formatMoment(created)}</td><td>Remboursement</td><td>${formatAmount(amount, currency)}</td><td>${status === 'failed' ? 'échoué' : 'fait'}</td><td><div class="row">${status === 'failed' ? '' : button('fail-refund', 'Faire échouer', { refundId: id })}</div></td></tr>`,
  );
  const disputeRows = disputes.map(({ id, created, amount, currency, status }) => {
    const state = disputeStates[status] ?? 'ouvert';
    const actions =
      state === 'ouvert'
        ? `<div class="row">${button('close-dispute', 'Gagner', { disputeId: id, outcome: 'won' })}${button('close-dispute', 'Perdre', { disputeId: id, outcome: 'lost' })}</div>`
        : '';
    return `<tr><td>${formatMoment(created)}</td><td>Litige</td><td>${formatAmount(amount, currency)}</td><td>${state}</td><td>${actions}</td></tr>`;
  });
  const heads = ['Créé', 'Quoi', 'Montant', 'État', 'Actions'];
  return `<h2>Remboursements et litiges</h2>
${table(heads, [...refundRows, ...disputeRows], 'Aucun pour l’instant.')}`;
}

function table(heads: readonly string[], rows: readonly string[], none: string): string {
  if (rows.length === 0) return `<p class="muted">${none}</p>`;
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function button(name: string, label: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([field, value]) => `<input type="hidden" name="${field}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="/_sandbox/${name}">${inputs.join('')}<button>${label}</button></form>`;
}
