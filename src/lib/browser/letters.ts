/** The site's own letters (decision 64): fetched after first paint, and never by who saves data. */
import * as storageKeys from '#shared/storage-keys.ts';
import { siteFont } from '#shared/web-fonts.ts';
import { savesData } from './idle.ts';
import { makeFaces } from './reader/font-faces.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * Fetches the letters once; the next page has them from its first paint on (`first-paint.ts`). This
 * page switches to them only if no visible block would move, and the reader has not scrolled.
 */
export async function fetchLetters(): Promise<void> {
  if (savesData() || readStored(storageKeys.letters) === __FONTS__) return;
  const before = linesInWindow();
  // Strong letters come when they are met.
  const faces = makeFaces(siteFont).slice(0, 2);
  try {
    await Promise.all(faces.map((face) => face.load()));
  } catch {
    // Without a connection; the next page tries again.
    return;
  }
  writeStored(storageKeys.letters, __FONTS__);
  for (const face of faces) document.fonts.add(face);
  if (linesInWindow() === before) return;
  for (const face of faces) document.fonts.delete(face);
}

/** Where in the window the blocks of text are. */
function linesInWindow(): string {
  return [...document.querySelectorAll('h1, h2, h3, p, li, a')]
    .map((block) => block.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
    .map(({ top, bottom }) => [top, bottom].map(Math.round))
    .join();
}
