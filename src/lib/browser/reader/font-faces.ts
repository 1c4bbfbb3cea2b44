import { webFontFaces, webFontFile, type WebFont } from '#shared/web-fonts.ts';

/** Makes a family known to the page. A face is fetched when there is text to draw with it. */
export function addFaces(font: WebFont): void {
  for (const face of webFontFaces) {
    const kind = face === 'bold' ? 'weight' : 'style';
    const source = `url(${__FONTS__}${webFontFile(font, face)})`;
    document.fonts.add(new FontFace(font, source, { display: 'fallback', [kind]: face }));
  }
}
