import { describe, expect, test } from 'vitest';
import {
  checkoutFailureLines,
  purchaseFailureSentence,
  refusedFields,
} from '#islands/purchase/checkout-failure.ts';
import { failure, readOutcome, type Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

async function answered(status: number, body: object | string): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const outcome = await readOutcome(new Response(text, { status }));
  if (outcome.ok) throw new Error('a success');
  return outcome;
}

const malformed = {
  error: 'MALFORMED',
  message: 'La requête est mal formée.',
  msg: 'La requête est mal formée.',
  errors: [
    { field: 'billingInfo.email', message: 'Veuillez indiquer une adresse email valide.' },
    { field: 'withdrawalConsent', message: 'Cochez la case pour commander.' },
    { field: 'planId', message: 'Veuillez sélectionner un pack de crédits' },
  ],
};

describe('a checkout session that was not made', () => {
  test('is told with one line per field', async () => {
    expect(checkoutFailureLines(await answered(400, malformed))).toEqual([
      'Erreur: La requête est mal formée.',
      'Adresse e-mail: Veuillez indiquer une adresse email valide.',
      'Rétractation: Cochez la case pour commander.',
      'planId: Veuillez sélectionner un pack de crédits',
    ]);
  });

  test('marks the form’s own fields', async () => {
    expect(refusedFields(await answered(400, malformed))).toEqual({
      email: 'Veuillez indiquer une adresse email valide.',
      consent: 'Cochez la case pour commander.',
    });
  });

  test('has the default message where the answer says nothing', async () => {
    expect(checkoutFailureLines(await answered(502, '<h1>Bad Gateway</h1>'))).toEqual([
      'Erreur: Erreur lors de la création de la session de paiement',
    ]);
  });

  test('says that no answer came, or that there were too many requests', async () => {
    expect(checkoutFailureLines(failure('NO_ANSWER', messages.noAnswer))).toEqual([
      'Erreur: Aucune réponse reçue du serveur',
    ]);
    expect(checkoutFailureLines(await answered(429, ''))).toEqual([
      `Erreur: ${messages.rateLimited}`,
    ]);
  });
});

test('a purchase that failed is told by the server’s msg, else by the sentence of section 8', async () => {
  expect(purchaseFailureSentence(await answered(503, { msg: 'Dans un instant.' }))).toBe(
    'Dans un instant.',
  );
  for (const silent of [
    await answered(502, 'rien'),
    await answered(500, { message: 'pas msg' }),
    failure('NO_ANSWER', messages.noAnswer),
  ]) {
    expect(purchaseFailureSentence(silent)).toBe(
      'Une erreur est survenue lors du traitement de votre paiement',
    );
  }
});
