import { describe, expect, test } from 'vitest';
import { tokenState, tokenSubject } from '#browser/session/auth-token.ts';
import { handMadeToken, unreadableTokens } from '../hand-made-token.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const nowSeconds = nowMs / 1_000;

describe('a stored token', () => {
  test('is valid until its expiry, in seconds', () => {
    expect(tokenState(handMadeToken({ exp: nowSeconds + 1 }), nowMs)).toBe('valid');
    expect(tokenState(handMadeToken({ exp: nowSeconds }), nowMs)).toBe('expired');
    expect(tokenState(handMadeToken({ exp: nowSeconds - 1 }), nowMs)).toBe('expired');
  });

  test('is read when its base64 is URL-safe', () => {
    const token = handMadeToken({ exp: nowSeconds + 1, note: '???>>>~~~' });
    expect(token).toMatch(/[-_]/);
    expect(tokenState(token, nowMs)).toBe('valid');
  });

  test.each(unreadableTokens)('is undecodable with %s', (_, token) => {
    expect(tokenState(token, nowMs)).toBe('undecodable');
  });

  test('names its user, or nobody', () => {
    expect(tokenSubject(handMadeToken({ sub: 'somebody' }))).toBe('somebody');
    for (const token of [handMadeToken({ sub: 1 }), handMadeToken(null), 'jeton']) {
      expect(tokenSubject(token)).toBeNull();
    }
  });
});
