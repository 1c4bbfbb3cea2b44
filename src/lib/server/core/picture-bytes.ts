import { and, inArray, notExists, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { objectKey, PicturesUnavailable, type Bucket } from './bucket.ts';
import type { Database } from './db/database.ts';
import { lockKeys } from './db/lock-keys.ts';
import { imageVariants } from './db/schema/catalogue.ts';
import { pictureObjects } from './db/schema/picture-objects.ts';
import { textPictureVariants } from './db/schema/text-pictures.ts';

/** Where pictures are stored; an `App` has it. */
export type PictureWorld = Pick<App, 'db' | 'bucket'>;

/** Where the bytes of a picture are: in the row, or in the bucket under a key. */
export type Place = { bytes: Uint8Array | null; objectKey: string | null };

/** A variant as a row takes it. */
export type Placed<Variant> = Omit<Variant, 'bytes'> & Place;

/**
 * Writes the bytes of variants to the bucket, if there is one. Call it before the transaction that
 * inserts their rows: an object that no row comes to name is removed by `sweepPictureObjects`.
 * @throws PicturesUnavailable
 */
export async function placeBytes<Variant extends { bytes: Uint8Array }>(
  { db, bucket }: PictureWorld,
  variants: readonly Variant[],
): Promise<Placed<Variant>[]> {
  if (!bucket || variants.length === 0) {
    return variants.map((variant) => ({ ...variant, objectKey: null }));
  }
  const named = variants.map((variant) => ({ variant, key: objectKey(variant.bytes) }));
  await db.insert(pictureObjects).values(named.map(({ key }) => ({ key })));
  await Promise.all(named.map(({ variant, key }) => bucket.put(key, variant.bytes)));
  return named.map(({ variant, key }) => ({ ...variant, bytes: null, objectKey: key }));
}

/**
 * The bytes of a picture, wherever they are; null without its row.
 * @param find looks up the row; again, if its object has gone: it may have been moved
 * @throws PicturesUnavailable
 */
export async function readBytes(
  bucket: Bucket | null,
  find: () => Promise<Place | undefined>,
): Promise<Uint8Array | null> {
  for (let isAgain = false; ; isAgain = true) {
    const place = await find();
    if (!place || place.objectKey === null) return place?.bytes ?? null;
    if (!bucket) throw new PicturesUnavailable('unset', place.objectKey);
    const bytes = await bucket.get(place.objectKey);
    if (bytes) return bytes;
    if (isAgain) throw new PicturesUnavailable('missing', place.objectKey);
  }
}

const maySchema = z.object({ rows: z.tuple([z.object({ may: z.boolean() })]) });
const sweepAtOnce = 20;
/** An object may wait for the transaction that names it. */
const unnamed = sql`${pictureObjects.createdAt} < now() - interval '1 hour'`;

/** Removes the objects that no picture names, an hour after they were written. */
export async function sweepPictureObjects({ db, bucket }: PictureWorld): Promise<void> {
  if (!bucket) return;
  while ((await removeUnnamed(db, bucket, unnamed)) > 0);
}

/**
 * Removes some of these objects, unless a picture names them; returns how many. Their rows go first,
 * in a transaction that ends after their objects are gone: a picture that is being inserted waits for
 * it, and is refused by its foreign key. If it fails, it is done again. While a backup reads the bucket,
 * none is removed: rows of its snapshot may name them.
 */
export async function removeUnnamed(db: Database, bucket: Bucket, which: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const tried = await tx.execute(
      sql`select pg_try_advisory_xact_lock(${lockKeys.readBucket}) as may`,
    );
    if (!maySchema.parse(tried).rows[0].may) return 0;
    const rows = await tx
      .select({ key: pictureObjects.key })
      .from(pictureObjects)
      .where(and(which, isUnnamed(tx)))
      .limit(sweepAtOnce)
      .for('update', { skipLocked: true });
    const keys = rows.map(({ key }) => key);
    await tx.delete(pictureObjects).where(inArray(pictureObjects.key, keys));
    await Promise.all(keys.map((key) => bucket.remove(key)));
    return keys.length;
  });
}

/** Forgets objects that no picture names without removing them; returns how many. */
export async function forgetUnnamed(tx: Database): Promise<number> {
  const gone = await tx
    .delete(pictureObjects)
    .where(isUnnamed(tx))
    .returning({ key: pictureObjects.key });
  return gone.length;
}

function isUnnamed(db: Database): SQL | undefined {
  const { key } = pictureObjects;
  return and(
    ...[imageVariants, textPictureVariants].map((table) =>
      notExists(db.select({ key: table.objectKey }).from(table).where(eq(table.objectKey, key))),
    ),
  );
}
