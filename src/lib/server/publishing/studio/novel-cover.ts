import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import {
  dropUnusedCover,
  encodeCover,
  placeCover,
  storeCover,
  type EncodedCover,
} from '#server/catalogue/covers.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { openPicture, type OpenPicture } from '#server/core/picture-library.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';

type World = Pick<App, 'db' | 'bucket' | 'clock' | 'pictures' | 'changed'>;

/** A crop of a picture, in fractions of it. */
export type Crop = { x: number; y: number; width: number; height: number };

/** A cover does not move. */
const formats = new Set(['jpeg', 'png', 'webp', 'heif']);
const proportions = 2 / 3;
/** Tolerance of a crop's aspect ratio around 2:3. */
const proportionsTolerance = 0.02;
const storedWidthPixels = 1_600;

/**
 * Sets a novel's cover to a crop of a picture. Rejects as `findOwnNovel`, and with 422
 * `PICTURE_REFUSED` an invalid or too large picture, or an invalid crop.
 */
export async function setCover(
  world: World,
  author: Author,
  novelId: string,
  picture: { bytes: Uint8Array; crop: Crop | null },
): Promise<Refusal | null> {
  const novel = await findOwnNovel(world.db, author, novelId, 'settings');
  if (isRefusal(novel)) return novel;
  const cover = await world.pictures.run(async () => {
    const cut = await cutPicture(picture.bytes, picture.crop);
    return isRefusal(cut) ? cut : encodeCover(world.db, cut);
  }, author.id);
  if (cover === undefined) return refuse('PICTURE_REFUSED', messages.studio.busy);
  if (cover === null) return refuse('PICTURE_REFUSED', messages.studio.pictureRefused);
  return isRefusal(cover) ? cover : store(world, author, novelId, cover);
}

/** Deletes a novel's cover. Idempotent. */
export async function removeCover(
  world: World,
  author: Author,
  novelId: string,
): Promise<Refusal | null> {
  return store(world, author, novelId, null);
}

async function store(
  world: World,
  author: Author,
  novelId: string,
  encoded: EncodedCover | null,
): Promise<Refusal | null> {
  const { db, clock, changed } = world;
  const cover = encoded && (await placeCover(world, encoded));
  const coverHash = cover?.hash ?? null;
  const novel = await transactionWithDeadlockRetry(db, async (tx) => {
    const found = await findOwnNovel(tx, author, novelId, 'settings', { lock: true });
    if (isRefusal(found) || found.coverHash === coverHash) return found;
    if (cover) await storeCover(tx, cover);
    await tx
      .update(novels)
      .set({ coverHash, updatedAt: clock.now() })
      .where(eq(novels.id, novelId));
    if (found.coverHash !== null) await dropUnusedCover(tx, found.coverHash);
    return found;
  });
  if (isRefusal(novel)) return novel;
  if (!novel.isDraft && novel.coverHash !== coverHash) await changed(pagesOf(novelId));
  return null;
}

/**
 * Crops the upright picture. Deterministic, so that an identical cover is
 * recognised.
 */
async function cutPicture(bytes: Uint8Array, crop: Crop | null): Promise<Buffer | Refusal> {
  const picture = await openPicture(bytes);
  if (picture === 'too-large') return refuse('PICTURE_REFUSED', messages.studio.pictureTooLarge);
  if (picture === null || !formats.has(picture.format)) {
    return refuse('PICTURE_REFUSED', messages.studio.pictureRefused);
  }
  const part = crop === null ? middleOf(picture) : partOf(picture, crop);
  if (!part) {
    const errors = [{ field: 'crop', message: messages.studio.cropOutside }];
    return refuse('PICTURE_REFUSED', messages.studio.cropOutside, { errors });
  }
  try {
    return await picture
      .decode()
      .extract(part)
      .resize({ width: storedWidthPixels, withoutEnlargement: true })
      .png({ compressionLevel: 3 })
      .toBuffer();
  } catch {
    return refuse('PICTURE_REFUSED', messages.studio.pictureRefused);
  }
}

type Size = Pick<OpenPicture, 'width' | 'height'>;

type Part = { left: number; top: number; width: number; height: number };

/** The crop in pixels; null if it is outside, or not upright 2:3. */
function partOf(size: Size, crop: Crop): Part | null {
  const left = Math.round(crop.x * size.width);
  const top = Math.round(crop.y * size.height);
  const width = Math.round(crop.width * size.width);
  const height = Math.round(crop.height * size.height);
  if (width < 1 || height < 1) return null;
  // Tolerates a pixel of rounding.
  if (left + width > size.width + 1 || top + height > size.height + 1) return null;
  if (Math.abs(width / height - proportions) > proportionsTolerance) return null;
  return {
    left,
    top,
    width: Math.min(width, size.width - left),
    height: Math.min(height, size.height - top),
  };
}

function middleOf(size: Size): Part {
  const width = Math.min(size.width, Math.max(1, Math.round(size.height * proportions)));
  const height = Math.min(size.height, Math.max(1, Math.round(width / proportions)));
  return {
    left: Math.floor((size.width - width) / 2),
    top: Math.floor((size.height - height) / 2),
    width,
    height,
  };
}
