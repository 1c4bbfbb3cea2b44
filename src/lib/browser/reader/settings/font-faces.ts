import { webFontFaces, type ServedFont, type WebFontFace } from '#shared/reading/web-fonts.ts';

/**
 * A face of a family that we serve, not yet part of the page. Once it is, it is fetched when
 * there is text to draw with it; one that comes late is not used before the next page, because text
 * must not move.
 */
export const makeFace = (font: ServedFont, face: WebFontFace): FontFace =>
  // Named as by `webFontFile`, which would cost more bytes; the first paint's test compares them.
  new FontFace(font, `url("${__FONTS__}${font}-${face}.woff2")`, {
    display: 'optional',
    [face === 'bold' ? 'weight' : 'style']: face,
  });

/** Makes a family known to the page. */
export function addFaces(font: ServedFont): void {
  for (const face of webFontFaces) document.fonts.add(makeFace(font, face));
}
