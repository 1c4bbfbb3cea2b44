/** The fonts that the site serves to readers who choose them. */
import type { ReaderFont } from '#shared/reading/reader-preferences.ts';
import { isWebFont, type WebFont } from '#shared/reading/chosen-fonts.ts';
import { addFaces } from './font-faces.ts';

/** Whether text can be drawn with a family at once: it is not ours to serve, or it is here. */
export function isFontHere(font: ReaderFont): boolean {
  return !isWebFont(font) || facesOf(font).some(({ status }) => status === 'loaded');
}

/**
 * Fetches what most of a text is drawn with; italic and bold faces are fetched where text needs them.
 * Gives false where it could not be had; asking again tries again.
 */
export async function fetchFont(font: ReaderFont): Promise<boolean> {
  if (!isWebFont(font)) return true;
  const faces = facesOf(font);
  if (faces.length === 0 || faces.some(({ status }) => status === 'error')) {
    for (const face of faces) document.fonts.delete(face);
    addFaces(font);
  }
  const upright = facesOf(font).find(
    ({ style, weight }) => style === 'normal' && weight !== 'bold',
  );
  try {
    await upright?.load();
    return true;
  } catch {
    return false;
  }
}

function facesOf(font: WebFont): FontFace[] {
  return [...document.fonts].filter(({ family }) => family.replaceAll('"', '') === font);
}
