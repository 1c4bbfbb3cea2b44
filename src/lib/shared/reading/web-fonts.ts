/** Families that no device needs to have: we serve them. */
import type { WebFont } from './chosen-fonts.ts';

/** The site's own letters: brand, titles, and text where the reader has chosen no other family. */
export const siteFont = 'Literata';

/** Every family that we serve. */
export type ServedFont = WebFont | typeof siteFont;

/** What is served of each: upright and slanted text, and strong text. */
export const webFontFaces = ['normal', 'italic', 'bold'] as const;

export type WebFontFace = (typeof webFontFaces)[number];

/** Where the build puts a face, below the fonts' folder. */
export const webFontFile = (font: ServedFont, face: WebFontFace): string => `${font}-${face}.woff2`;
