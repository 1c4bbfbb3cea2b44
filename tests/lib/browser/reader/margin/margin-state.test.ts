import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as marginState from '#browser/reader/margin/margin-state.ts';
import type { HighlightBody, MarginBody } from '#shared/contracts/margin.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { answerCalls } from '#tests/lib/browser/answering-server.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';

const place = { paragraph: 3, offset: 12, mark: -7, start: 1, end: -2, before: 3, after: 0 };
const chapter = (index: number) => `01930000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const highlight = (id: string, note = ''): HighlightBody => ({
  id,
  place,
  length: 20,
  passage: 5,
  colour: 'yellow',
  note,
});
const marginOf = (...highlights: HighlightBody[]): MarginBody => ({
  comments: [],
  highlights,
  notes: [],
  mayNote: false,
});

let margin: typeof marginState;
/** What the server has for a chapter's margin; null without a connection. */
let answer: (path: string) => unknown;

beforeEach(async () => {
  vi.resetModules();
  openBrowser(() => new Response());
  Object.assign(document, {
    querySelector: (wanted: string) =>
      wanted === '.reader' ? { dataset: { chapter: chapter(1) } } : null,
  });
  signIn('nour');
  margin = await import('#browser/reader/margin/margin-state.ts');
  return () => vi.unstubAllGlobals();
});

function signIn(person: string): void {
  answerCalls(person, (method, path) => {
    if (method !== 'GET') return { success: true };
    const body = answer(path);
    if (body === null) throw new TypeError('no connection');
    return body;
  });
}

const shown = () => margin.$margin.get()?.highlights.map(({ id, note }) => `${id} ${note}`.trim());

describe('highlights of a chapter', () => {
  test('are what this device knew last, without a connection', async () => {
    answer = () => marginOf(highlight('a', 'Une note'));
    await margin.loadMargin(chapter(1));
    margin.$margin.set(null);
    answer = () => null;
    await margin.loadMargin(chapter(1));
    expect(shown()).toEqual(['a Une note']);
  });

  test('are another person’s to nobody', async () => {
    answer = () => marginOf(highlight('a'));
    await margin.loadMargin(chapter(1));
    answer = () => null;
    signIn('paul');
    await margin.loadMargin(chapter(1));
    expect(shown()).toEqual([]);
  });

  test('whose person changed while they were asked for are not shown', async () => {
    const answered = Promise.withResolvers<unknown>();
    answer = () => answered.promise;
    const loading = margin.loadMargin(chapter(1));
    signIn('paul');
    answered.resolve(marginOf(highlight('a')));
    await loading;
    expect(shown()).toBeUndefined();
  });

  test('of a load that another one overtook are not shown', async () => {
    const late = Promise.withResolvers<unknown>();
    answer = (path) => (path.includes(chapter(1)) ? late.promise : marginOf(highlight('b')));
    const loading = margin.loadMargin(chapter(1));
    await margin.loadMargin(chapter(2));
    late.resolve(marginOf(highlight('a')));
    await loading;
    expect(shown()).toEqual(['b']);
  });

  test('keep one that was made while they were asked for', async () => {
    const first = Promise.withResolvers<unknown>();
    const answers = [first.promise, marginOf(highlight('a'), highlight('new'))];
    answer = () => answers.shift();
    const loading = margin.loadMargin(chapter(1));
    await margin.saveHighlight(highlight('new'));
    first.resolve(marginOf(highlight('a')));
    await loading;
    expect(shown()).toEqual(['a', 'new']);
  });

  test('are taken back where the server refuses the change', async () => {
    answer = () => marginOf(highlight('a', 'Avant'));
    await margin.loadMargin(chapter(1));
    answerCalls('nour', () =>
      Response.json({ error: 'VALIDATION', message: 'Non.' }, { status: 400 }),
    );
    expect(await margin.saveHighlight(highlight('a', 'Après'))).toMatchObject({ ok: false });
    expect(shown()).toEqual(['a Avant']);
  });
});

describe('what a device stores of them', () => {
  const stored = () =>
    (
      JSON.parse(localStorage.getItem(storageKeys.highlights) ?? '{}') as {
        chapters: [string, HighlightBody[]][];
      }
    ).chapters.map(([id]) => id);

  test('is of fifty chapters, the last seen', async () => {
    answer = () => marginOf(highlight('a'));
    for (let index = 1; index <= 52; index++) await margin.loadMargin(chapter(index));
    await margin.loadMargin(chapter(3));
    expect(stored()).toHaveLength(50);
    expect(stored()).not.toContain(chapter(2));
    expect(stored().at(-1)).toBe(chapter(3));
  });

  test('has a bound in characters', async () => {
    answer = () =>
      marginOf(...Array.from({ length: 90 }, (_, at) => highlight(`${at}`, 'é'.repeat(1_000))));
    await margin.loadMargin(chapter(1));
    await margin.loadMargin(chapter(2));
    await margin.loadMargin(chapter(3));
    expect(stored()).toEqual([chapter(3)]);
  });

  test.each(['{', '{"person":"nour","chapters":[null,[1]]}', '[]', 'null'])(
    'is left out where it is none of ours: %s',
    async (text) => {
      localStorage.setItem(storageKeys.highlights, text);
      answer = () => null;
      await margin.loadMargin(chapter(1));
      expect(shown()).toEqual([]);
    },
  );

  test('gives out whole highlights alone', async () => {
    const chapters = [[chapter(1), [highlight('a'), { id: 'b' }, null, 7]]];
    localStorage.setItem(storageKeys.highlights, JSON.stringify({ person: 'nour', chapters }));
    answer = () => null;
    await margin.loadMargin(chapter(1));
    expect(shown()).toEqual(['a']);
  });
});
