/** The site's own font (decision 64): fetched after first paint, and never by who saves data. */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { siteFont, webFontFaces } from '#shared/reading/web-fonts.ts';
import { savesData } from '../idle.ts';
import { makeFace } from '../reader/settings/font-faces.ts';
import { readStored, writeStored } from '../storage.ts';

/**
 * Fetches the font once; the next page has them from its first paint on (`first-paint.ts`). This
 * page switches to them only if no visible text would begin elsewhere, and the reader has not scrolled.
 * A chapter's lines always would: trying lays a long text out twice, half a second on a slow phone.
 */
export async function fetchSiteFont(): Promise<void> {
  if (savesData() || readStored(storageKeys.letters) === __FONTS__) return;
  const chapter = document.querySelector('.reader');
  const before = chapter ?? linesInWindow();
  // The bold face is fetched where text needs it.
  const faces = webFontFaces.slice(0, 2).map((face) => makeFace(siteFont, face));
  try {
    await Promise.all(faces.map((face) => face.load()));
  } catch {
    // Without a connection; the next page tries again.
    return;
  }
  writeStored(storageKeys.letters, __FONTS__);
  if (chapter) return;
  for (const face of faces) document.fonts.add(face);
  if (before !== linesInWindow()) for (const face of faces) document.fonts.delete(face);
}

/** Where each line of text in the window begins: browsers count it as a layout shift when it moves. */
function linesInWindow(): string {
  const range = new Range();
  range.selectNodeContents(document.body);
  return [...range.getClientRects()]
    .filter(({ y, bottom }) => bottom > 0 && y < innerHeight)
    .map(({ x, y }) => [x, y].map(Math.round))
    .join();
}
