import { expect, test } from 'vitest';
import { parseEntry } from '#browser/database/entries.ts';

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
const whole = {
  pages: {
    path: '/',
    build: 'b',
    bytes: 1,
    usedAtMs: 2,
    title: 'Accueil',
    novelId: null,
    number: 0,
    isLocked: false,
    isDownloaded: true,
    keptAtMs: 3,
  },
  texts: {
    chapterId: 'c',
    novelId: 'n',
    person: 'léa',
    iv: new Uint8Array(12),
    text: new ArrayBuffer(4),
    bytes: 16,
    confirmedAtMs: 5,
  },
  keys: { person: 'léa', sessionId: 's', key },
  downloads: {
    novelId: 'n',
    slug: 'sel',
    title: 'Sel',
    person: null,
    premiumAtMs: [1],
    chapters: [{ id: 'c', number: 1, title: 'Un', isPremium: true }],
    problem: { sentence: 'Interrompu', wayPath: null },
  },
  queue: {
    key: 'léa like:1',
    person: 'léa',
    subject: 'like:1',
    method: 'PUT',
    path: '/api/x',
    body: null,
    value: true,
    label: 'J’aime',
    page: '/',
    queuedAtMs: 1,
    failures: 0,
    problem: null,
  },
  session: { person: 'léa', authToken: 'a.b.c', clientToken: null },
} as const;
const stores = Object.keys(whole) as (keyof typeof whole)[];

test.each(stores)(
  'an entry of “%s” is read as it was written, with what a newer release added',
  (name) => {
    expect(parseEntry(name, whole[name])).toEqual(whole[name]);
    expect(parseEntry(name, { ...whole[name], added: { later: 1 } })).toEqual(whole[name]);
  },
);

test.each(stores)('any field of “%s” may lack or be of another kind', (name) => {
  for (const field of Object.keys(whole[name])) {
    for (const value of [undefined, null, 7, 'x', NaN, [], [null, 3, {}], { a: 1 }, () => 0]) {
      const read = parseEntry(name, { ...whole[name], [field]: value });
      if (!read) continue;
      for (const [other, kept] of Object.entries(whole[name])) {
        if (other !== field) expect(read).toHaveProperty(other, kept);
      }
    }
  }
  for (const none of [undefined, null, 3, 'x', [], {}]) {
    expect(parseEntry(name, none)).toBeUndefined();
  }
});

test('what an entry can do without has a fallback', () => {
  const { path, build } = whole.pages;
  expect(parseEntry('pages', { path, build })).toMatchObject({ bytes: 0, keptAtMs: 0, title: '/' });
  const text = { ...whole.texts, confirmedAtMs: undefined };
  expect(parseEntry('texts', text)).toMatchObject({ confirmedAtMs: 0 });
  const bare = { novelId: 'n', slug: 'sel', chapters: [null, { id: 'c' }, { id: 3 }] };
  expect(parseEntry('downloads', bare)).toMatchObject({
    chapters: [{ id: 'c', number: 0, title: '', isPremium: false }],
    person: null,
    premiumAtMs: [],
    problem: null,
  });
});

test('no address of another site is sent to, or linked', () => {
  for (const path of [
    'https://ailleurs.test/',
    '//ailleurs.test',
    '/\\ailleurs.test',
    'javascript:',
  ]) {
    expect(parseEntry('queue', { ...whole.queue, path })).toBeUndefined();
    expect(parseEntry('queue', { ...whole.queue, page: path })).toMatchObject({ page: '/' });
    const problem = { sentence: 'x', wayPath: path };
    expect(parseEntry('downloads', { ...whole.downloads, problem })).toMatchObject({
      problem: { wayPath: null },
    });
  }
});
