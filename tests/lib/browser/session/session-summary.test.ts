import { describe, expect, test } from 'vitest';
import { parseSessionSummary, summaryOf } from '#browser/session/session-store.ts';
import type { UserBody } from '#shared/contracts/auth.ts';

const user: UserBody = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Léa Martin',
  email: 'lea@feuilleton.test',
  firstName: 'Léa',
  lastName: 'Martin',
  displayName: 'Léa',
  bio: 'Je lis le soir.',
  preferredGenres: [],
  profileImage: '/images/abc-96.webp',
  role: 'author',
  credits: 12,
  createdAt: '2026-11-21T12:00:00.000Z',
  bookmarkCount: 3,
  isReading: true,
  newChapters: { novels: 1, isUnseen: true },
  typos: { reports: 0, unseen: 0 },
  hasNovels: true,
};
const summary = {
  name: 'Léa',
  role: 'author',
  credits: 12,
  picture: '/images/abc-96.webp',
  bookmarkCount: 3,
  isReading: true,
  hasNovels: true,
};

describe('the session summary', () => {
  test('is restored from storage, without private fields', () => {
    const stored = JSON.stringify(summaryOf(user));
    expect(stored).not.toContain('feuilleton.test');
    expect(parseSessionSummary(stored)).toEqual(summary);
  });

  test('has the name where there is no display name', () => {
    expect(summaryOf({ ...user, displayName: '' }).name).toBe('Léa Martin');
  });

  test.each([null, '', 'null', '12', '"texte"', '[]', '{', '{}', '{"name":3}'])(
    'is null for %s',
    (stored) => {
      expect(parseSessionSummary(stored)).toBeNull();
    },
  );

  test('is null with a name that no form of ours accepts', () => {
    expect(parseSessionSummary(JSON.stringify({ ...summary, name: 'a'.repeat(201) }))).toBeNull();
  });

  test.each([
    ['role', 'roi', { role: 'reader' }],
    ['credits', -3, { credits: 0 }],
    ['credits', 1.5, { credits: 0 }],
    ['credits', '12', { credits: 0 }],
    ['bookmarkCount', null, { bookmarkCount: 0 }],
    ['isReading', 'oui', { isReading: false }],
    ['hasNovels', 1, { hasNovels: false }],
    ['picture', 'https://ailleurs.example/a.png', { picture: null }],
    ['picture', '//ailleurs.example/a.png', { picture: null }],
    ['picture', '/\\ailleurs.example/a.png', { picture: null }],
    ['picture', 3, { picture: null }],
  ])('falls back where %s is %j', (field, value, expected) => {
    const stored = JSON.stringify({ ...summary, [field]: value });
    expect(parseSessionSummary(stored)).toEqual({ ...summary, ...expected });
  });
});
