import { expect, test } from 'vitest';
import { addressOf, parseRoute, type Route } from '#islands/studio/route.ts';

const novelId = '01a20066-257a-768a-9240-ff21b18749bd';
const chapterId = '01a20066-257a-768a-9240-ff21b18749be';
const uploadId = '01a20066-257a-768a-9240-ff21b18749bf';

const routes: Route[] = [
  { screen: 'list', owner: 'me', search: '' },
  { screen: 'list', owner: 'all', search: 'l’été & l’hiver' },
  { screen: 'new-novel' },
  { screen: 'invitation' },
  { screen: 'import', novelId: null, uploadId: null },
  { screen: 'import', novelId: null, uploadId },
  { screen: 'import', novelId, uploadId },
  { screen: 'chapters', novelId },
  { screen: 'free-rules', novelId },
  { screen: 'novel-form', novelId },
  { screen: 'figures', novelId, period: null },
  { screen: 'figures', novelId, period: { from: '2026-10-23', to: '2026-11-21' } },
  { screen: 'announcements', novelId },
  { screen: 'inbox', novelId: null, filter: 'all' },
  { screen: 'inbox', novelId, filter: 'held' },
  { screen: 'comment-rules', novelId: null },
  { screen: 'comment-rules', novelId },
  { screen: 'statements', month: null },
  { screen: 'statements', month: '2026-10' },
  { screen: 'editor', novelId, chapterId },
  { screen: 'preview', novelId, chapterId },
  { screen: 'versions', novelId, chapterId, versionId: null },
  { screen: 'versions', novelId, chapterId, versionId: uploadId },
];

test.each(routes)('the address of a screen leads to it: $screen', (route) => {
  const address = new URL(addressOf(route), 'http://localhost');
  expect(address.pathname).toBe('/my-novels');
  expect(parseRoute(address.search)).toEqual(route);
});

test.each(['?roman=../x', '?chapitre=' + chapterId, '?vue=inconnue', '?roman='])(
  'an address that makes no sense shows the list: %s',
  (search) => {
    expect(parseRoute(search)).toEqual({ screen: 'list', owner: 'me', search: '' });
  },
);

test.each([
  'du=2026-11-21',
  'du=hier&au=2026-11-21',
  'du=2026-02-30&au=2026-03-30',
  'du=2026-11-21&au=2026-11-20',
  'du=2025-11-20&au=2026-11-21',
  'du=2026-11-20T00:00:00Z&au=2026-11-21',
])('a period that is none is the usual one: %s', (period) => {
  const search = `?roman=${novelId}&vue=chiffres&${period}`;
  expect(parseRoute(search)).toEqual({ screen: 'figures', novelId, period: null });
});
