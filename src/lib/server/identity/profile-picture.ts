import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { images, imageVariants } from '../db/schema/catalogue.ts';
import { users } from '../db/schema/identity.ts';
import sharp from '#server/picture-library.ts';

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
const fetchTimeoutMs = 3_000;
const pictureMaxBytes = 1024 * 1024;
const pictureMaxPixels = 16_000_000;
const atOnceMax = 8;
const formats = new Set<string | undefined>(['jpeg', 'png', 'webp', 'gif']);

/** @param testIssuer an http issuer, as a demonstration or a test has it, may serve pictures too. */
export function createProfilePictures(
  { db, log }: { db: Database; log: Logger },
  testIssuer: string | null,
): ProfilePictures {
  const underWay = new Set<Promise<void>>();
  const testOrigin = testIssuer?.startsWith('http://') ? new URL(testIssuer).origin : null;

  async function fetchNow(userId: string, url: URL): Promise<void> {
    const picture = await toSquare(await download(url));
    // Never equal to a cover's hash, even for the same picture: each is deleted separately.
    const hash = createHash('sha256').update('profile:').update(picture).digest('hex').slice(0, 32);
    await db.transaction(async (tx) => {
      const size = { width: sizePixels, height: sizePixels };
      await tx
        .insert(images)
        .values({ hash, ...size })
        .onConflictDoNothing();
      const variant = { hash, width: sizePixels, format: 'webp' as const, bytes: picture };
      await tx.insert(imageVariants).values(variant).onConflictDoNothing();
      await tx
        .update(users)
        .set({ profileImage: paths.image(hash, sizePixels, 'webp') })
        .where(and(eq(users.id, userId), isNull(users.profileImage), isNull(users.erasedAt)));
    });
  }

  return {
    fetchLater: (userId, given) => {
      const url = URL.parse(given);
      if (!url || !isTrusted(url, testOrigin) || underWay.size >= atOnceMax) return;
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

function isTrusted(url: URL, testOrigin: string | null): boolean {
  const isGoogle = url.protocol === 'https:' && url.hostname.endsWith('.googleusercontent.com');
  return isGoogle || url.origin === testOrigin;
}

async function download(url: URL): Promise<Buffer> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok || !response.body) throw new Error('no picture');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > pictureMaxBytes) throw new Error('too large a picture');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Rotated upright, without metadata, small. Throws if the bytes are not a picture of a common
 * format.
 */
async function toSquare(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: pictureMaxPixels });
  const { format } = await picture.metadata();
  if (!formats.has(format)) throw new Error('no picture of a known format');
  return picture
    .rotate()
    .resize({ width: sizePixels, height: sizePixels, fit: 'cover' })
    .webp({ quality: 78 })
    .toBuffer();
}
