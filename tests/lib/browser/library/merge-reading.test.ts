import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mergeReading } from '#browser/library/merge-reading.ts';
import { listResumable, noteLastRead } from '#browser/reader/place/last-read.ts';
import { claimPlaces } from '#browser/reader/place/stored-places.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { answerCalls } from '../answering-server.ts';
import { openBrowser } from '../open-browser.ts';

let local: ReturnType<typeof openBrowser>['local'];
beforeEach(() => void ({ local } = openBrowser(() => new Response())));
afterEach(() => vi.unstubAllGlobals());

const idOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [lea, karim] = [idOf(901), idOf(902)];

function read(novel: number, reader: string | null): void {
  noteLastRead(
    idOf(novel),
    { id: idOf(10 + novel), number: 3 },
    {
      slug: `roman-${novel}`,
      novelTitle: `Roman ${novel}`,
      chapterTitle: 'La brume',
      chapterCount: 10,
      percent: 50,
      readAtMs: 1_000 * novel,
      nextId: null,
      reader,
    },
  );
}
const slugs = (person: string | null) => listResumable(person).map(({ slug }) => slug);
const merged = () => local.getItem(storageKeys.readingToMerge) === null;

/** Signs in, with what the server answers to what this device read. */
function signIn(person: string, answer: object = {}) {
  const calls = answerCalls(person, () => answer);
  local.setItem(storageKeys.readingToMerge, '1');
  return calls;
}

describe('a sign-in', () => {
  test('hands over what was read while nobody was signed in, and nothing else', async () => {
    claimPlaces(lea);
    read(1, lea);
    read(2, null);
    read(3, null);
    const { bodies } = signIn(lea);
    await mergeReading();
    expect(bodies()).toEqual([
      {
        readings: [
          { novelId: idOf(3), chapterId: idOf(13), number: 3, readAt: 3_000 },
          { novelId: idOf(2), chapterId: idOf(12), number: 3, readAt: 2_000 },
        ],
      },
    ]);
    expect(merged()).toBe(true);
    // From now on it is hers, in the same order.
    expect(slugs(lea)).toEqual(['roman-3', 'roman-2', 'roman-1']);
    expect(slugs(null)).toEqual([]);
    expect(slugs(karim)).toEqual([]);
  });

  test('sends nothing a second time, however often its reader comes and goes', async () => {
    read(1, null);
    signIn(lea);
    await mergeReading();
    read(2, lea);
    const { bodies } = signIn(lea);
    await mergeReading();
    expect(bodies()).toEqual([]);
    expect(merged()).toBe(true);
  });

  test('that the server could not answer is made up for by the next page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    read(1, null);
    signIn(lea, Response.json({ error: 'INTERNAL', message: 'x', msg: 'x' }, { status: 500 }));
    await mergeReading();
    expect(merged()).toBe(false);
    expect(slugs(null)).toEqual(['roman-1']);
  });
});
