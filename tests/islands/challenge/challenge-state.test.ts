import { expect, test } from 'vitest';
import {
  challengeReducer,
  firstChallengeState,
  type ChallengeEvent,
  type Drawn,
} from '#islands/challenge/use-challenge.ts';

const drawn = (challengeId: string) => ({ challengeId }) as Drawn;
const after = (...events: ChallengeEvent[]) => events.reduce(challengeReducer, firstChallengeState);

test('the first question leaves the focus where it is, the one after an answer takes it', () => {
  expect(after({ type: 'drawn', drawn: drawn('a') }).step).toMatchObject({ followsAnother: false });
  expect(
    after(
      { type: 'drawn', drawn: drawn('a') },
      { type: 'answer' },
      { type: 'wrong', feedback: 'Non.' },
      { type: 'drawn', drawn: drawn('b') },
    ),
  ).toMatchObject({
    step: { kind: 'asked', isBusy: false, followsAnother: true },
    statusText: { text: 'Non.', isBad: true },
  });
});

test('an answer that did not arrive leaves its question, which can be answered again', () => {
  const asked: ChallengeEvent = { type: 'drawn', drawn: drawn('a') };
  expect(after(asked, { type: 'answer' }).step).toMatchObject({ kind: 'asked', isBusy: true });
  expect(
    after(asked, { type: 'answer' }, { type: 'answer-failed', message: 'Réseau.' }),
  ).toMatchObject({
    step: { kind: 'asked', isBusy: false },
    statusText: { text: 'Réseau.', isBad: true },
  });
});

test('no question can be drawn: what was said goes when it is tried again', () => {
  const failed = after({ type: 'draw-failed', message: 'Réseau.' });
  expect(failed.step).toEqual({ kind: 'failed' });
  expect(challengeReducer(failed, { type: 'draw' })).toEqual(firstChallengeState);
});
