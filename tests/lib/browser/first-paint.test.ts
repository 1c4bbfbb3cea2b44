import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { handMadeToken, unreadableTokens } from './hand-made-token.ts';

const source = readFileSync(
  new URL('../../../src/lib/browser/first-paint.js', import.meta.url),
  'utf8',
);
const nowMs = Date.parse('2026-11-21T12:00:00Z');
const inTime = handMadeToken({ exp: nowMs / 1_000 + 60 });
const over = handMadeToken({ exp: nowMs / 1_000 - 60 });

/** Runs the inline script on a bare page; what it touches of a browser is made here. */
function paint(entries: Record<string, string>, isOpen = true) {
  const stored = new Map(Object.entries(entries));
  const dataset: Record<string, string> = {};
  const listeners = new Map<string, (event: { persisted?: boolean }) => void>();
  runInNewContext(source, {
    atob,
    Date: { now: () => nowMs },
    localStorage: {
      getItem: (key: string) => {
        if (!isOpen) throw new Error('storage is closed');
        return stored.get(key) ?? null;
      },
      removeItem: (key: string) => stored.delete(key),
    },
    document: {
      documentElement: { dataset, style: { setProperty: () => undefined } },
      body: { classList: { add: () => undefined } },
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  const send = (name: string, event: { persisted?: boolean } = {}) => listeners.get(name)?.(event);
  return { stored, dataset, send };
}

describe('the first paint', () => {
  test('shows a session whose token is in time', () => {
    const { stored, dataset } = paint({ auth_token: inTime });
    expect(dataset).toEqual({ session: 'on', consent: 'ask' });
    expect(stored.get('auth_token')).toBe(inTime);
  });

  test('shows none to a stranger, nor where storage is closed', () => {
    expect(paint({}).dataset).toEqual({ consent: 'ask' });
    expect(paint({ auth_token: inTime }, false).dataset).toEqual({ consent: 'ask' });
  });

  test('removes a token that is over, and what was kept of its person', () => {
    const { stored, dataset } = paint({ auth_token: over, session_summary: '{}', other: 'x' });
    expect(dataset).toEqual({ session: 'over', consent: 'ask' });
    expect([...stored.keys()]).toEqual(['other']);
  });

  test.each(unreadableTokens)('removes a token with %s, and notes that it was lost', (_, token) => {
    const { stored, dataset } = paint({ auth_token: token });
    expect(dataset).toEqual({ session: 'lost', consent: 'ask' });
    expect(stored.size).toBe(0);
  });

  test.each([
    ['{"bookmarkCount":2}', true],
    ['{"bookmarkCount":0}', false],
    ['{', false],
  ])('makes room for bookmarks with the summary %s: %s', (summary, expected) => {
    const { dataset } = paint({ auth_token: inTime, session_summary: summary });
    expect('bookmarks' in dataset).toBe(expected);
  });

  test('makes no room for a stranger’s bookmarks', () => {
    expect(paint({ session_summary: '{"bookmarkCount":2}' }).dataset).toEqual({ consent: 'ask' });
  });

  test('follows another tab that signs in and out', () => {
    const { stored, dataset, send } = paint({});
    stored.set('auth_token', inTime);
    send('storage');
    expect(dataset.session).toBe('on');
    stored.delete('auth_token');
    send('storage');
    expect(dataset).toEqual({ consent: 'ask' });
  });

  test('looks again when the page comes back from the browser’s memory', () => {
    const { stored, dataset, send } = paint({ auth_token: inTime });
    stored.delete('auth_token');
    send('pageshow', { persisted: false });
    expect(dataset.session).toBe('on');
    send('pageshow', { persisted: true });
    expect(dataset).toEqual({ consent: 'ask' });
  });
});
