import { expect, test } from 'vitest';
import { saveFailureSentence } from '#islands/profile/ProfileForm.tsx';
import { failure, readOutcome } from '#browser/outcome.ts';

async function refused(status: number, body: BodyInit): Promise<string> {
  const outcome = await readOutcome(new Response(body, { status }));
  return outcome.ok ? 'saved' : saveFailureSentence(outcome);
}

test('a refusal of the server is told with its status and its sentence', async () => {
  const body = JSON.stringify({ error: 'MALFORMED', message: 'La requête est mal formée.' });
  expect(await refused(400, body)).toBe('Erreur: 400 - La requête est mal formée.');
});

test('what is wrong with each field is told too, once', async () => {
  const tooLong = 'Au plus 60 caractères.';
  const errors = ['firstName', 'lastName'].map((field) => ({ field, message: tooLong }));
  const body = JSON.stringify({ error: 'MALFORMED', message: 'Mal formée.', errors });
  expect(await refused(400, body)).toBe('Erreur: 400 - Mal formée. Au plus 60 caractères.');
});

test('an answer that is not ours still has its status', async () => {
  expect(await refused(502, '<h1>Bad Gateway</h1>')).toMatch(/^Erreur: 502 - ./);
});

test('a server that does not answer is told as the specification words it', () => {
  const sentence = saveFailureSentence(failure('NO_ANSWER', 'Aucune réponse reçue du serveur'));
  expect(sentence).toBe('Aucune réponse reçue du serveur');
});

test('a request that was never sent is told with its reason alone', () => {
  expect(saveFailureSentence(failure('TOKEN_EXPIRED', 'Token expiré'))).toBe(
    'Erreur: Token expiré',
  );
});
