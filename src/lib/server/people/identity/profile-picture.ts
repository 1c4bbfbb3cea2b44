import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import { paths } from '#shared/site/paths.ts';
import { images, imageVariants } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { downloadPicture, findGooglePicture } from '#server/core/google-pictures.ts';
import { placeBytes, type PictureWorld } from '#server/core/picture-bytes.ts';
import { openPicture } from '#server/core/picture-library.ts';

/**
 * Google's profile pictures. The server fetches one, once, after the response to the sign-in,
 * and serves it itself: no reader's browser contacts a third party for it.
 */
export type ProfilePictures = {
  /** Starts fetching a picture for a user who has none. A failure is only logged. */
  fetchLater: (userId: string, url: string) => void;
  /** Waits for those in flight. */
  close: () => Promise<void>;
};

const sizePixels = 96;
const limits = { bytesMax: 1024 * 1024, timeoutMs: 3_000 } as const;
const atOnceMax = 8;
const formats = new Set<string | undefined>(['jpeg', 'png', 'webp', 'gif']);

/** @param issuer as for `findGooglePicture`. */
export function createProfilePictures(
  world: PictureWorld & { log: Logger },
  issuer: string | null,
): ProfilePictures {
  const { db, log } = world;
  const underWay = new Set<Promise<void>>();

  async function fetchNow(userId: string, url: URL): Promise<void> {
    const picture = await toSquare(await downloadPicture(url, limits));
    // Never equal to a cover's hash, even for the same picture: each is deleted separately.
    const hash = createHash('sha256').update('profile:').update(picture).digest('hex').slice(0, 32);
    const variant = { hash, width: sizePixels, format: 'webp' as const, bytes: picture };
    const variants = await placeBytes(world, [variant]);
    await db.transaction(async (tx) => {
      const size = { width: sizePixels, height: sizePixels };
      await tx
        .insert(images)
        .values({ hash, ...size })
        .onConflictDoNothing();
      await tx.insert(imageVariants).values(variants).onConflictDoNothing();
      await tx
        .update(users)
        .set({ profileImage: paths.image(hash, sizePixels, 'webp') })
        .where(and(eq(users.id, userId), isNull(users.profileImage), isNull(users.erasedAt)));
    });
  }

  return {
    fetchLater: (userId, given) => {
      const url = findGooglePicture(given, issuer);
      if (!url || underWay.size >= atOnceMax) return;
      const fetching = fetchNow(userId, url)
        // Not the error itself: its text may contain the address of a user's picture.
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown';
          log.info({ error: name }, 'no profile picture');
        })
        .finally(() => underWay.delete(fetching));
      underWay.add(fetching);
    },
    close: async () => {
      await Promise.all(underWay);
    },
  };
}

/**
 * Rotated upright, without metadata, small. Throws if the bytes are not a picture of a common
 * format.
 */
async function toSquare(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes);
  if (picture === null || picture === 'too-large' || !formats.has(picture.format)) {
    throw new Error('no picture of a known format');
  }
  return picture
    .decode()
    .resize({ width: sizePixels, height: sizePixels, fit: 'cover' })
    .webp({ quality: 78 })
    .toBuffer();
}
