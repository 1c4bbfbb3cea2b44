import { escapeHtml } from '#sandbox/html.ts';
import type { SessionRecord } from '../tables.ts';
import type { Customer, PaymentIntent } from '../wire.ts';
import { formatAmount } from './formats.ts';
import type { Page } from '#sandbox/page.ts';
import { knownEmail, type FieldErrors, type FieldName, type Written } from './payment-form.ts';
import { returnOrigins } from './return-address.ts';

/** The page on which the buyer pays. */
export function checkoutPage(view: {
  record: SessionRecord;
  customer: Customer | null;
  intent: PaymentIntent | null;
  written?: Written;
  errors?: FieldErrors;
}): Page {
  const { record, customer, intent, written = {}, errors = {} } = view;
  const { session } = record;
  const amount = formatAmount(session.amount_total, session.currency);
  const refusal = intent?.last_payment_error && Object.keys(errors).length === 0 ? intent : null;
  return {
    title: `Payer ${amount} (bac à sable)`,
    formTargets: returnOrigins(session),
    body: `<div class="columns">
<section aria-labelledby="order">
<h1 id="order">Votre commande</h1>
<p class="amount">${amount}</p>
<ul class="lines">
${record.lineItems
  .map(
    (line) =>
      `<li><span>${escapeHtml(line.description ?? '')}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity ?? 1}` : ''}</span> <span>${formatAmount(line.amount_total, line.currency)}</span></li>`,
  )
  .join('\n')}
<li><span>Total à payer</span> <span>${amount}</span></li>
</ul>
</section>
<section class="panel" aria-labelledby="payment">
<h1 id="payment">Paiement</h1>
${refusal ? `<p class="alert" role="alert">${refusalSentence(refusal)} Vous pouvez réessayer.</p>` : ''}
${errors.method ? `<p class="alert" role="alert">${errors.method}</p>` : ''}
<form method="post">
${emailField(knownEmail(session, customer), written, errors)}
${choices(session.payment_method_types, written.method)}
<div class="typed">
${field('number', 'Numéro de carte', written, errors, 'inputmode="numeric" autocomplete="cc-number" maxlength="23"', 'wide')}
${field('expiry', 'Expire (MM/AA)', written, errors, 'inputmode="numeric" autocomplete="cc-exp" maxlength="7"')}
${field('cvc', 'Code (CVC)', written, errors, 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}
</div>
${field('name', 'Nom du titulaire', { name: customer?.name ?? '', ...written }, errors, 'autocomplete="cc-name" maxlength="100"')}
${session.custom_text.submit ? `<p class="muted">${escapeHtml(session.custom_text.submit.message)}</p>` : ''}
<div class="actions">
<button class="main">Payer ${amount}</button>
${session.cancel_url ? `<a class="button" href="${escapeHtml(session.cancel_url)}">Annuler et revenir</a>` : ''}
</div>
</form>
</section>
</div>`,
  };
}

function emailField(known: string | null, written: Written, errors: FieldErrors): string {
  return known === null
    ? field(
        'email',
        'Adresse e-mail',
        written,
        errors,
        'type="email" autocomplete="email" maxlength="200"',
      )
    : `<p>Adresse e-mail : <strong>${escapeHtml(known)}</strong></p>`;
}

function choices(types: readonly string[], chosen = 'succeeds'): string {
  const cards = [
    choice('succeeds', '4242 4242 4242 4242', 'Le paiement est accepté.', chosen),
    choice('declined', '4000 0000 0000 0002', 'La banque refuse la carte.', chosen),
    choice(
      'authentication',
      '4000 0025 0000 3155',
      'La banque demande une confirmation (3-D Secure).',
      chosen,
    ),
    choice('typed', '', 'Saisir les chiffres d’une carte d’essai', chosen),
  ];
  const debit = choice('sepa', '', 'Prélèvement SEPA (paiement différé)', chosen);
  return `<fieldset>
<legend>Cartes d’essai</legend>
${types.includes('card') ? cards.join('\n') : ''}
${types.includes('sepa_debit') ? debit : ''}
</fieldset>`;
}

function choice(value: string, number: string, words: string, chosen: string): string {
  const text = number
    ? `<span><span class="number">${number}</span> <small>${words}</small></span>`
    : `<span>${words}</span>`;
  return `<label class="choice"><input type="radio" name="method" value="${value}"${value === chosen ? ' checked' : ''}> ${text}</label>`;
}

function field(
  name: FieldName,
  label: string,
  written: Written,
  errors: FieldErrors,
  attributes: string,
  className = '',
): string {
  const error = errors[name];
  const invalid = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return `<div class="field ${className}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(written[name] ?? '')}" ${attributes}${invalid}>
${error ? `<p class="error" id="${name}-error">${error}</p>` : ''}</div>`;
}

const refusalSentences: Record<string, string> = {
  insufficient_funds: 'La carte n’a pas assez de provision.',
  expired_card: 'La carte a expiré.',
  incorrect_cvc: 'Le code de la carte n’est pas le bon.',
  test_mode_live_card: 'Ce n’est pas une carte d’essai : ici, aucune autre n’est acceptée.',
  payment_intent_authentication_failure: 'Le paiement n’a pas été autorisé auprès de la banque.',
};

function refusalSentence({ last_payment_error: error }: PaymentIntent): string {
  const code = error?.decline_code ?? error?.code ?? '';
  return refusalSentences[code] ?? 'La carte a été refusée.';
}
