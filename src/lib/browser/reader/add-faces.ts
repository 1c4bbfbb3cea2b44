import type { ServedFont } from '#shared/web-fonts.ts';
import { makeFaces } from './font-faces.ts';

/** Makes a family known to the page. */
export function addFaces(font: ServedFont): void {
  for (const face of makeFaces(font)) document.fonts.add(face);
}
