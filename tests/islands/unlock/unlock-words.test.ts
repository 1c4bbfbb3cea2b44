import { expect, test } from 'vitest';
import { balanceInRefusal, unlockFailureSentence } from '#islands/unlock/unlock-words.ts';
import { failure, readOutcome, type Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

async function refused(status: number, body: object | string): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const outcome = await readOutcome(new Response(text, { status }));
  if (outcome.ok) throw new Error('not a refusal');
  return outcome;
}

test('what the server says is shown, and one sentence where it says nothing', async () => {
  const said = { error: 'NOT_FOUND', message: 'Chapitre non trouvé', msg: 'Chapitre non trouvé' };
  expect(unlockFailureSentence(await refused(404, said))).toBe('Chapitre non trouvé');
  expect(unlockFailureSentence(await refused(502, '<h1>Bad gateway</h1>'))).toBe(
    messages.unlockFailed,
  );
  expect(unlockFailureSentence(failure('NO_ANSWER', messages.noAnswer))).toBe(
    messages.unlockFailed,
  );
  expect(unlockFailureSentence(await refused(429, ''))).toBe(messages.rateLimited);
});

test('a refusal for want of credits tells the balance; others do not', async () => {
  const short = { error: 'INSUFFICIENT_CREDITS', remainingCredits: 0, missingCredits: 1 };
  expect(balanceInRefusal(await refused(402, short))).toBe(0);
  expect(balanceInRefusal(await refused(402, { error: 'INSUFFICIENT_CREDITS' }))).toBeNull();
  expect(balanceInRefusal(await refused(409, { ...short, error: 'PRICE_CHANGED' }))).toBeNull();
});
