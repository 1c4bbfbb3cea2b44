import { asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isPicturesUnavailable, type Bucket } from '#server/core/bucket.ts';
import type { Database } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { imageVariants } from '#server/core/db/schema/catalogue.ts';
import { pictureObjects } from '#server/core/db/schema/picture-objects.ts';
import { textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { placeBytes, removeUnnamed, sweepPictureObjects } from '#server/core/picture-bytes.ts';
import { knownFailure } from '#server/failure-sentence.ts';
import { plural } from '#shared/site/formats.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';
import { createProgress } from '../progress.ts';

const tables = [imageVariants, textPictureVariants] as const;
type VariantTable = (typeof tables)[number];

/** So many are read, sent and written at a time. */
const atOnce = 8;

const bytesSchema = z.object({
  rows: z.array(z.object({ place: z.string(), bytes: z.instanceof(Uint8Array) })),
});

/** Prints how many pictures are where; returns the exit code. */
export async function countPictures(): Promise<number> {
  const app = await openCommandApp();
  try {
    const { inDatabase, inBucket } = await countPlaces(app.db);
    tell(`${files(inDatabase)} dans la base, ${files(inBucket)} dans S3.`);
    return 0;
  } finally {
    await app.close();
  }
}

/** Moves all pictures, and prints how many; returns the exit code. */
export async function movePictures({ isBack }: { isBack: boolean }): Promise<number> {
  const app = await openCommandApp();
  const lock = app.database.instanceLock(lockKeys.movePictures);
  const progress = createProgress();
  let isStopped = false;
  const stop = () => (isStopped = true);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const { db, bucket } = app;
    if (!bucket) throw new CommandRefused('Les réglages S3_… manquent (.env.example).');
    const before = await countPlaces(db);
    const total = isBack ? before.inBucket : before.inDatabase;
    let moved = 0;
    const goesOn = async (more: number) => {
      moved += more;
      if (total > 0) progress.show(moved / total, files(moved));
      if (isStopped) return false;
      if (await lock.take()) return true;
      throw new CommandRefused('Un autre déplacement est en cours, ou la base ne répond plus.');
    };
    const missing: string[] = [];
    const failure = await (
      isBack ? moveBack({ db, bucket }, goesOn, missing) : moveOut({ db, bucket }, goesOn)
    ).catch((error: unknown) => {
      if (!isPicturesUnavailable(error)) throw error;
      return knownFailure(error);
    });
    const after = await countPlaces(db);
    progress.done(`Déplacés : ${files(moved)}.`);
    for (const key of missing) tell(`✗ manque dans S3 : ${key}`);
    const rest = isBack ? after.inBucket : after.inDatabase;
    if (failure) tell(failure);
    if (rest === 0) return 0;
    const hint = rest > missing.length ? ' Relancez la commande pour continuer.' : '';
    tell(`Restent : ${files(rest)}.${hint}`);
    return 1;
  } finally {
    await lock.release();
    await app.close();
  }
}

const files = (number: number) => plural(number, 'fichier');

async function countPlaces(db: Database): Promise<{ inDatabase: number; inBucket: number }> {
  const found = { inDatabase: 0, inBucket: 0 };
  for (const table of tables) {
    const [row] = await db.select({ all: count(), inBucket: count(table.objectKey) }).from(table);
    found.inBucket += row?.inBucket ?? 0;
    found.inDatabase += (row?.all ?? 0) - (row?.inBucket ?? 0);
  }
  return found;
}

type World = { db: Database; bucket: Bucket };
/** Called with the number of pictures moved since the last call; returns whether to continue. */
type GoesOn = (more: number) => Promise<boolean>;

/** Until a pass over the tables finds none: the site may insert more. */
async function moveOut(world: World, goesOn: GoesOn): Promise<undefined> {
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const table of tables) {
      for (let after = '(0,0)'; ;) {
        if (!(await goesOn(0))) return;
        const found = await world.db.execute(sql`select ctid::text as place, bytes from ${table}
          where bytes is not null and ctid > ${after}::tid order by ctid limit ${atOnce}`);
        const { rows } = bytesSchema.parse(found);
        if (rows.length === 0) break;
        const placed = await placeBytes(world, rows);
        const moved = await Promise.all(
          placed.map((one, at) => nameObject(world.db, table, one, rows[at]?.bytes)),
        );
        after = rows.at(-1)?.place ?? after;
        const number = moved.filter(Boolean).length;
        isDone &&= number === 0;
        if (!(await goesOn(number))) return;
      }
    }
  }
  return undefined;
}

/** Writes the key in place of exactly these bytes; false if the row has changed or gone. */
async function nameObject(
  db: Database,
  table: VariantTable,
  { place, objectKey: key }: { place: string; objectKey: string | null },
  bytes: Uint8Array | undefined,
): Promise<boolean> {
  if (key === null || bytes === undefined) return false;
  const digest = Buffer.from(key.slice(-64), 'hex');
  const done = await db.execute(sql`update ${table} set bytes = null, object_key = ${key}
    where ctid = ${place}::tid and sha256(bytes) = ${digest} returning 1`);
  return z.object({ rows: z.array(z.unknown()) }).parse(done).rows.length === 1;
}

async function moveBack(
  { db, bucket }: World,
  goesOn: GoesOn,
  missing: string[],
): Promise<undefined> {
  const moved: string[] = [];
  for (const table of tables) {
    for (let after = ''; ;) {
      if (!(await goesOn(0))) return;
      const rows = await db
        .select({ key: table.objectKey })
        .from(table)
        .where(gt(table.objectKey, after))
        .orderBy(asc(table.objectKey))
        .limit(atOnce);
      const keys = rows.flatMap(({ key }) => key ?? []);
      if (keys.length === 0) break;
      const read = await Promise.all(
        keys.map(async (key) => ({ key, bytes: await bucket.get(key) })),
      );
      for (const { key, bytes } of read) {
        if (bytes)
          await db.update(table).set({ bytes, objectKey: null }).where(eq(table.objectKey, key));
        (bytes ? moved : missing).push(key);
      }
      after = keys.at(-1) ?? after;
      if (!(await goesOn(read.filter(({ bytes }) => bytes).length))) return;
    }
  }
  // At the end: a reader may have looked up a row before its move.
  for (let at = 0; at < moved.length; at += atOnce) {
    await removeUnnamed(db, bucket, inArray(pictureObjects.key, moved.slice(at, at + atOnce)));
  }
  await sweepPictureObjects({ db, bucket });
  return undefined;
}
