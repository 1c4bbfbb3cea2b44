import sharp from '#server/core/picture-library.ts';

/** Text on a cover's colour: the paper of the light theme (`src/styles/tokens.css`). */
const textOnIt: Rgb = [251, 248, 242];
/** WCAG 2.2, 1.4.3. */
const contrastMin = 4.5;
/** By how much a colour that is too light is darkened, until it is dark enough. */
const darker = 0.92;

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The main colour of a picture as `#rrggbb`: what most of it has, darkened until light text on it can be
 * read.
 */
export async function mainColourOf(picture: Buffer): Promise<string> {
  // Of the small picture: figures are always those of what sharp was given.
  const small = await sharp(picture).resize({ width: 64 }).png().toBuffer();
  const { dominant } = await sharp(small).stats();
  return darkened([dominant.r, dominant.g, dominant.b]);
}

/** A colour on which light text has enough contrast, as `#rrggbb`. */
export function darkened(given: Rgb): string {
  let colour = given;
  while (contrast(colour, textOnIt) < contrastMin) {
    const [red, green, blue] = colour;
    colour = [Math.floor(red * darker), Math.floor(green * darker), Math.floor(blue * darker)];
  }
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The ratio of two colours' luminances by WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
