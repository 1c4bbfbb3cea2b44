import { createHash } from 'node:crypto';
import { and, eq, notExists } from 'drizzle-orm';
import { coverWidthsPixels } from '#shared/constants.ts';
import type { Database } from '#server/core/db/database.ts';
import { images, imageVariants, novels } from '#server/core/db/schema/catalogue.ts';
import {
  placeBytes,
  readBytes,
  type Placed,
  type PictureWorld,
} from '#server/core/picture-bytes.ts';
import sharp, { openPicture } from '#server/core/picture-library.ts';
import { sharePictureSize } from './share-picture.ts';

/** Stored formats of a cover, best first, and their media types. */
export const imageTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
} as const;
export type ImageFormat = keyof typeof imageTypes;

const paper = '#f1e9da';

/** An encoded cover. */
export type EncodedCover = {
  hash: string;
  /** Null if the same picture is already stored. */
  picture: {
    width: number;
    height: number;
    /** See `mainColourOf`. */
    colour: string;
    variants: EncodedVariant[];
  } | null;
};
type EncodedVariant = { width: number; format: ImageFormat; bytes: Buffer };

/** A cover whose bytes are where they stay. */
export type PlacedCover = {
  hash: string;
  picture:
    | (Omit<NonNullable<EncodedCover['picture']>, 'variants'> & {
        variants: Placed<EncodedVariant>[];
      })
    | null;
};

/**
 * Encodes a cover that is not stored yet, which takes seconds and belongs outside a transaction.
 * @returns null if the bytes are not a supported picture.
 */
export async function encodeCover(db: Database, bytes: Uint8Array): Promise<EncodedCover | null> {
  const hash = hashOf(bytes);
  const [known] = await db.select().from(images).where(eq(images.hash, hash)).limit(1);
  return known ? { hash, picture: null } : encodePicture(bytes);
}

/**
 * Encodes a picture: rotated upright, stripped of metadata, at each width of a cover, in AVIF and
 * WebP, with a wide JPEG for link previews.
 * @returns null if the bytes are not a supported picture.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedCover | null> {
  const upright = await readPicture(bytes);
  if (!upright) return null;
  // One after the other: each uses all cores by itself, and nine at once take nine times the memory.
  const variants = [await encodeForSharing(upright.data)];
  for (const width of coverWidthsPixels) {
    for (const format of ['avif', 'webp'] as const) {
      variants.push(await encodeAt(upright.data, width, format));
    }
  }
  const colour = await mainColourOf(upright.data);
  const { width, height } = upright;
  return { hash: hashOf(bytes), picture: { width, height, colour, variants } };
}

const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** As `placeBytes`, before the transaction of `storeCover`. */
export async function placeCover(
  world: PictureWorld,
  { hash, picture }: EncodedCover,
): Promise<PlacedCover> {
  if (!picture) return { hash, picture };
  return { hash, picture: { ...picture, variants: await placeBytes(world, picture.variants) } };
}

/** Stores a cover, in the caller's transaction. Identical pictures are stored once. */
export async function storeCover(tx: Database, { hash, picture }: PlacedCover): Promise<void> {
  if (!picture) return;
  const { width, height, colour, variants } = picture;
  await tx.insert(images).values({ hash, width, height, colour }).onConflictDoNothing();
  await tx
    .insert(imageVariants)
    .values(variants.map((variant) => ({ hash, ...variant })))
    .onConflictDoNothing();
}

/** Deletes a picture that is no longer any novel's cover. */
export async function dropUnusedCover(tx: Database, hash: string): Promise<void> {
  const used = tx.select({ id: novels.id }).from(novels).where(eq(novels.coverHash, hash));
  await tx.delete(images).where(and(eq(images.hash, hash), notExists(used)));
}

/** The bytes of a stored picture, or null. Fails as `readBytes`. */
export function readImageVariant(
  { db, bucket }: PictureWorld,
  wanted: { hash: string; width: number; format: ImageFormat },
): Promise<Uint8Array | null> {
  const isWanted = and(
    eq(imageVariants.hash, wanted.hash),
    eq(imageVariants.width, wanted.width),
    eq(imageVariants.format, wanted.format),
  );
  const { bytes, objectKey } = imageVariants;
  return readBytes(bucket, async () => {
    const [row] = await db.select({ bytes, objectKey }).from(imageVariants).where(isWanted);
    return row;
  });
}

async function readPicture(
  bytes: Uint8Array,
): Promise<{ data: Buffer; width: number; height: number } | null> {
  const picture = await openPicture(bytes);
  if (picture === null || picture === 'too-large') return null;
  try {
    const { data, info } = await picture
      .decode()
      .resize({ width: Math.max(...coverWidthsPixels), withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

async function encodeAt(
  picture: Buffer,
  width: number,
  format: 'avif' | 'webp',
): Promise<EncodedVariant> {
  const resized = sharp(picture).resize({ width });
  const bytes =
    format === 'avif'
      ? await resized.avif({ quality: 55, effort: 3 }).toBuffer()
      : await resized.webp({ quality: 78 }).toBuffer();
  return { width, format, bytes };
}

async function encodeForSharing(picture: Buffer): Promise<EncodedVariant> {
  const { width, height } = sharePictureSize;
  const cover = await sharp(picture)
    .resize({ height: height - 80, width: width - 80, fit: 'inside' })
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([{ input: cover }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  return { width, format: 'jpeg', bytes };
}

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
