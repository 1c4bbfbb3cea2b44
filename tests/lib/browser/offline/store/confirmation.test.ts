import { expect, test } from 'vitest';
import { confirmation, confirmedForMs } from '#browser/offline/store/vault.ts';

const dayMs = 86_400_000;
const confirmedAtMs = Date.UTC(2026, 10, 1);
const stateAfter = (days: number) =>
  confirmation({ confirmedAtMs }, confirmedAtMs + days * dayMs).state;

test('a downloaded premium text opens for thirty days after the server’s word', () => {
  expect(stateAfter(0)).toBe('fresh');
  expect(stateAfter(22)).toBe('fresh');
  expect(stateAfter(29.999)).toBe('ending');
  expect(stateAfter(30)).toBe('over');
  expect(stateAfter(400)).toBe('over');
});

test('its end is pointed out a week before', () => {
  expect(stateAfter(22.9)).toBe('fresh');
  expect(stateAfter(23)).toBe('ending');
  expect(confirmation({ confirmedAtMs }, confirmedAtMs).endsAtMs).toBe(
    confirmedAtMs + confirmedForMs,
  );
});

test('a clock that was set back opens nothing', () => {
  expect(stateAfter(-0.5)).toBe('fresh');
  expect(stateAfter(-2)).toBe('over');
});
