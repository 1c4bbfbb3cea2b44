/** Families that no device needs to have: we serve them to who chooses them. */
import type { ReaderFont } from './reader-preferences.ts';

export const webFonts = [
  'Roboto',
  'Open Sans',
  'Lato',
  'Montserrat',
  'Merriweather',
  'Playfair Display',
] as const satisfies readonly ReaderFont[];

export type WebFont = (typeof webFonts)[number];

/** What is served of each: upright and slanted text, and strong text. */
export const webFontFaces = ['normal', 'italic', 'bold'] as const;

export type WebFontFace = (typeof webFontFaces)[number];

/** Where the build puts a face, below the fonts' folder. */
export const webFontFile = (font: WebFont, face: WebFontFace): string =>
  `${font.replace(' ', '')}-${face}.woff2`;

export const isWebFont = (font: string): font is WebFont =>
  (webFonts as readonly string[]).includes(font);
