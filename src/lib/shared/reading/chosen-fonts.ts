/** Families of the settings that we serve. */
import type { ReaderFont } from './reader-preferences.ts';

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

export const isWebFont = (font: string): font is WebFont =>
  (webFonts as readonly string[]).includes(font);
