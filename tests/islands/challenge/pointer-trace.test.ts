import { expect, test } from 'vitest';
import { createPointerTrace } from '#islands/challenge/pointer-trace.ts';
import { answerChallenge } from '#shared/contracts/challenge.ts';

const id = '01930000-0000-4000-8000-000000000000';

test('the last hundred places are kept, in whole pixels and milliseconds', () => {
  const trace = createPointerTrace(1_000.25);
  for (let step = 0; step < 150; step++) {
    trace.add({ x: step + 0.4, y: step - 0.6, atMs: 1_000.25 + step * 10 });
  }
  expect(trace.points()).toHaveLength(100);
  expect(trace.points()[0]).toEqual({ x: 50, y: 49, t: 500 });
  expect(trace.points()[99]).toEqual({ x: 149, y: 148, t: 1_490 });
});

test('whatever a browser says, the call takes it', () => {
  const trace = createPointerTrace(500);
  trace.add({ x: 1e9, y: -1e9, atMs: 0 });
  trace.add({ x: 0, y: 0, atMs: 1e12 });
  const given = { challengeId: id, choiceId: id, pointerTrace: trace.points() };
  expect(answerChallenge.body.safeParse(given).success).toBe(true);
});
