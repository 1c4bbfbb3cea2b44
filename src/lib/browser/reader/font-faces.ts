import { webFontFaces, webFontFile, type ServedFont } from '#shared/web-fonts.ts';

/**
 * The faces of a family that we serve, not yet part of the page. Once they are, each is fetched when
 * there is text to draw with it; one that comes late is not used before the next page, because text
 * must not move.
 */
export function makeFaces(font: ServedFont): FontFace[] {
  return webFontFaces.map(
    (face) =>
      new FontFace(font, `url("${__FONTS__}${webFontFile(font, face)}")`, {
        display: 'optional',
        [face === 'bold' ? 'weight' : 'style']: face,
      }),
  );
}
