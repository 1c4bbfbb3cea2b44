import { expect, test } from 'vitest';
import { toSending, toTried } from '#islands/comments/draft.ts';
import { comment } from './known-comments.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const lea = { _id: 'lea', displayName: 'Léa Martin', profileImage: null };

test('the same draft tried again keeps its request’s id, another one gets its own', () => {
  let made = 0;
  const newId = () => `id-${++made}`;
  const first = toTried({ text: 'Oui.', parentId: null, place: null }, null, newId);
  expect(first.requestId).toBe('id-1');
  expect(toTried({ text: 'Oui.', parentId: null, place: null }, first, newId).requestId).toBe(
    'id-1',
  );
  expect(toTried({ text: 'Non.', parentId: null, place: null }, first, newId).requestId).toBe(
    'id-2',
  );
  expect(toTried({ text: 'Oui.', parentId: 'a', place: null }, first, newId).requestId).toBe(
    'id-3',
  );
});

test.each([
  [null, { level: 1, parentId: null, mentionName: null }],
  [comment('a'), { level: 2, parentId: 'a', mentionName: null }],
  [comment('b', { level: 2, parentId: 'a' }), { level: 3, parentId: 'b', mentionName: null }],
  [
    comment('c', { level: 3, parentId: 'b', user: 'karim', name: 'Karim' }),
    { level: 3, parentId: 'b', mentionName: 'Karim' },
  ],
  [comment('d', { level: 3, parentId: 'b' }), { level: 3, parentId: 'b', mentionName: null }],
])('what is being sent hangs where the server will hang it', (answered, where) => {
  const tried = { text: 'Oui.', parentId: answered?._id ?? null, place: null, requestId: 'envoi' };
  expect(toSending(tried, lea, answered, now)).toMatchObject({ _id: 'envoi', ...where });
});

test('what is being sent is younger than what it answers, whatever this clock says', () => {
  const answered = comment('a', { date: '2026-11-21T13:00:00.000Z' });
  const tried = { text: 'Oui.', parentId: 'a', place: null, requestId: 'envoi' };
  expect(toSending(tried, lea, answered, now).date > answered.date).toBe(true);
});
