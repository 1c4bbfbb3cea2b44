import { describe, expect, test } from 'vitest';
import { pagesToDrop } from '#browser/offline/store/cached-pages.ts';
import type { CachedPage } from '#browser/database/entries.ts';

function page(path: string, usedAtMs: number, more: Partial<CachedPage> = {}): CachedPage {
  const facts = {
    title: path,
    novelId: null,
    number: 0,
    isLocked: false,
    isDownloaded: false,
    keptAtMs: usedAtMs,
  };
  return { path, build: 'b', bytes: 10, usedAtMs, ...facts, ...more };
}

const droppedOf = (...[pages, limits]: Parameters<typeof pagesToDrop>) =>
  pagesToDrop(pages, limits)
    .map(({ path }) => path)
    .toSorted();

describe('the pages that a device gives up', () => {
  const three = [page('/a', 1), page('/c', 3), page('/b', 2)];

  test('are none within the limits', () => {
    expect(droppedOf(three, { bytes: 30, pages: 3 })).toEqual([]);
  });

  test('are those beyond the number that were not used for longest', () => {
    expect(droppedOf(three, { bytes: 1_000, pages: 1 })).toEqual(['/a', '/b']);
  });

  test('are those beyond the bytes that were not used for longest', () => {
    expect(droppedOf(three, { bytes: 20, pages: 9 })).toEqual(['/a']);
  });

  test('are never downloads, which count for nothing either', () => {
    const pages = [page('/d', 0, { isDownloaded: true, bytes: 9_999 }), ...three];
    expect(droppedOf(pages, { bytes: 20, pages: 9 })).toEqual(['/a']);
  });

  test('are all, where nothing fits', () => {
    expect(droppedOf(three, { bytes: 5, pages: 9 })).toEqual(['/a', '/b', '/c']);
  });
});
