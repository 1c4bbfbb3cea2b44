/** Families that no device needs to have: we serve them. */
import type { ReaderFont } from './reader-preferences.ts';

/** The site's own letters: brand, titles, and text where the reader has chosen no other family. */
export const siteFont = 'Literata';

/** Served to who chooses them. */
export const webFonts = [
  'Atkinson Hyperlegible',
  'Roboto',
  'Open Sans',
  'Lato',
  'Montserrat',
  'Merriweather',
  'Playfair Display',
] as const satisfies readonly ReaderFont[];

export type WebFont = (typeof webFonts)[number];

/** Every family that we serve. */
export type ServedFont = WebFont | typeof siteFont;

/** What is served of each: upright and slanted text, and strong text. */
export const webFontFaces = ['normal', 'italic', 'bold'] as const;

export type WebFontFace = (typeof webFontFaces)[number];

/** Where the build puts a face, below the fonts' folder. */
export const webFontFile = (font: ServedFont, face: WebFontFace): string => `${font}-${face}.woff2`;

export const isWebFont = (font: string): font is WebFont =>
  (webFonts as readonly string[]).includes(font);
