import { expect, test } from 'vitest';
import { toSending, toTried } from '#islands/comments/draft.ts';
import { comment } from './known-comments.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const lea = { _id: 'lea', displayName: 'Léa Martin', profileImage: null };

test('the same draft tried again keeps its request’s id, another one gets its own', () => {
  let made = 0;
  const newId = () => `id-${++made}`;
  const place = { paragraph: 3, offset: 0, mark: -7, start: 1, end: -2, before: 3, after: 0 };
  const draft = { text: 'Oui.', parentId: null, place };
  const first = toTried(draft, null, newId);
  const idOf = (changed: object) => toTried({ ...draft, ...changed }, first, newId).requestId;
  expect(first.requestId).toBe('id-1');
  expect(idOf({ place: { ...place } })).toBe('id-1');
  expect(idOf({ text: 'Non.' })).toBe('id-2');
  expect(idOf({ parentId: 'a' })).toBe('id-3');
  expect(idOf({ place: { ...place, paragraph: 4 } })).toBe('id-4');
  expect(idOf({ place: null })).toBe('id-5');
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
