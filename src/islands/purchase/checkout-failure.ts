import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import { billingFields, billingLabels, type BillingErrors } from './billing-form.ts';

type Told = Pick<Failure, 'message' | 'errors' | 'body' | 'isOffline' | 'isRateLimited'>;

/**
 * Why no checkout session was created: `Erreur: {message}`, then a line per field (specification,
 * section 8), by French label.
 */
export function checkoutFailureLines(failure: Told): string[] {
  const { message, body, isOffline, isRateLimited } = failure;
  const isSaid = isOffline || isRateLimited || typeof body.message === 'string';
  return [
    `Erreur: ${isSaid ? message : messages.checkoutFailed}`,
    ...(failure.errors ?? []).map(({ field, message: why }) => `${labelOf(field)}: ${why}`),
  ];
}

/** Why a purchase from the page did not start: the server's `msg`, else the message of section 8. */
export function purchaseFailureSentence({ body: { msg } }: Pick<Told, 'body'>): string {
  return typeof msg === 'string' ? msg : messages.purchaseFailed;
}

/** The server's errors for the form's fields. */
export function refusedFields({ errors = [] }: Pick<Told, 'errors'>): BillingErrors {
  const refused: BillingErrors = {};
  for (const { field, message } of errors) {
    const name = ownField(field);
    if (name) refused[name] = message;
  }
  return refused;
}

function labelOf(field: string): string {
  const name = ownField(field);
  if (name === 'consent') return 'Rétractation';
  return name ? billingLabels[name] : field;
}

/** The form field of an error path: `billingInfo.city` is `city`. */
function ownField(field: string) {
  if (field === 'withdrawalConsent') return 'consent';
  return billingFields.find((name) => field === `billingInfo.${name}`);
}
