import { describe, expect, test } from 'vitest';
import { expired, sendable } from '#browser/offline/queue/queue.ts';
import { judge } from '#browser/offline/queue/send-queue.ts';
import type { QueuedChange } from '#browser/database/entries.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 25);

function change(subject: string, more: Partial<QueuedChange> = {}): QueuedChange {
  return {
    key: `léa ${subject}`,
    person: 'léa',
    subject,
    method: 'PUT',
    path: '/api/x',
    body: null,
    value: true,
    label: 'J’aime',
    page: '/',
    queuedAtMs: now,
    problem: null,
    ...more,
  };
}

const subjects = (changes: readonly QueuedChange[]) => changes.map(({ subject }) => subject);

describe('what waits for the connection', () => {
  test('is sent in the order in which it was made', () => {
    const made = [
      change('b', { queuedAtMs: now - 1 }),
      change('c'),
      change('a', { queuedAtMs: now - 2 }),
    ];
    expect(subjects(sendable(made, 'léa', now))).toEqual(['a', 'b', 'c']);
  });

  test('is never sent for somebody else', () => {
    const made = [change('a'), change('b', { person: 'nora' })];
    expect(subjects(sendable(made, 'nora', now))).toEqual(['b']);
    expect(sendable(made, 'somebody', now)).toEqual([]);
  });

  test('is not sent again once it was refused, nor after thirty days', () => {
    const old = change('old', { queuedAtMs: now - 30 * dayMs - 1 });
    const made = [old, change('refused', { problem: 'Non.' }), change('a')];
    expect(subjects(sendable(made, 'léa', now))).toEqual(['a']);
    expect(subjects(expired(made, now))).toEqual(['old']);
  });
});

describe('the answer to what waited', () => {
  test.each([200, 201])('%i takes it off the list', (status) => {
    expect(judge({ status, body: {} })).toBe('taken');
  });

  test.each([500, 502, 503])('%i keeps no other waiting', (status) => {
    expect(judge({ status, body: null })).toBe('failed');
  });

  test.each([0, 401, 423, 429])('%i lets it wait', (status) => {
    expect(judge({ status, body: null })).toBe('later');
  });

  test('about a token that was renewed since lets it wait', () => {
    expect(judge({ status: 403, body: { error: 'CSRF_VALIDATION_ERROR' } })).toBe('later');
  });

  test('that refuses it is told in its own words', () => {
    const body = { error: 'NOT_FOUND', message: 'Ce chapitre n’existe plus.' };
    expect(judge({ status: 404, body })).toEqual({ problem: 'Ce chapitre n’existe plus.' });
  });

  test('about a place that another device has changed leaves the choice to the reader', () => {
    const verdict = judge({ status: 409, body: { error: 'PLACE_STALE', message: 'x' } });
    expect(verdict).toEqual({ problem: expect.stringContaining('Ouvrez le chapitre') as string });
  });
});
