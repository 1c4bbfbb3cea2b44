/** Literata, the site's own letters (decision 64): the part of it that French text needs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { WebFontFace } from '#shared/reading/web-fonts.ts';

const from = '@expo-google-fonts/literata';
const { resolve } = createRequire(import.meta.url);

const packageFile: Record<WebFontFace, string> = {
  normal: '400Regular/Literata_400Regular.ttf',
  italic: '400Regular_Italic/Literata_400Regular_Italic.ttf',
  bold: '700Bold/Literata_700Bold.ttf',
};

const range = (first: number, last: number) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Printable ASCII, the letters of French and of names in it (Tōkyō), and its marks and spaces. */
const characters =
  range(0x20, 0x7e) +
  '\u00A0\u00AD«»‹›“”‘’„–—…·°²³½×€' +
  'ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŸŒàâäæçèéêëîïôöùûüÿœÁÍÑÓÚáíñóúĀĪŌŪāīōū';

/** Kerning and ligatures, French forms and old-style figures. */
const features = ['kern', 'liga', 'locl', 'ccmp', 'lnum', 'onum'];
/** Small capitals and superscripts too, which are upright in what we set. */
const uprightFeatures = [...features, 'smcp', 'c2sc', 'sups', 'tnum', 'pnum'];

export const literataLicense = (): Buffer => readFileSync(resolve(`${from}/LICENSE_FONT`));

/** One face as WOFF2: 22 kB upright, 17 kB for each of the others. */
export function subsetLiterata(face: WebFontFace): Promise<Buffer> {
  return subsetFont(readFileSync(resolve(`${from}/${packageFile[face]}`)), characters, {
    targetFormat: 'woff2',
    keepFeatures: face === 'normal' ? uprightFeatures : features,
    noHinting: true,
  });
}
