import { isNotNull } from 'drizzle-orm';
import { isPicturesUnavailable, objectKey, openBucket, type Bucket } from '#server/core/bucket.ts';
import type { Config } from '#server/core/config/config.ts';
import { embeddedFolder, isMade } from '#server/core/db/embedded-folder.ts';
import { findLastMigration, listMigrations } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { imageVariants } from '#server/core/db/schema/catalogue.ts';
import { textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { picturesSentence } from '#server/failure-sentence.ts';
import { plural } from '#shared/site/formats.ts';
import { fault, type Finding } from './finding.ts';

/** Tries the bucket of pictures: a file is written, read and removed, and asked for without a key. */
export async function checkPictures(config: Config): Promise<Finding[]> {
  const bucket = config.s3 && openBucket(config.s3);
  try {
    const tried = bucket ? await tryBucket(bucket) : [];
    return [...tried, ...(await tryStored(config, bucket))];
  } catch (error) {
    if (!isPicturesUnavailable(error)) throw error;
    return [fault(picturesSentence(error.reason))];
  }
}

async function tryBucket(bucket: Bucket): Promise<Finding[]> {
  const bytes = Buffer.from('feuilleton doctor');
  const key = objectKey(bytes);
  await bucket.put(key, bytes);
  let isRead, isPublic;
  try {
    isRead = (await bucket.get(key)) !== null;
    isPublic = await bucket.isPublic(key);
  } finally {
    await bucket.remove(key);
  }
  // Without the right to list, S3 says AccessDenied of what is not there.
  await bucket.get(key);
  if (!isRead) return [{ level: 'fault', text: 'S3 ne rend pas ce qui vient d’y être écrit' }];
  return [
    { level: 'fine', text: 'S3 prend, rend et efface un fichier' },
    ...(isPublic
      ? [
          {
            level: 'fault' as const,
            text: 'le compartiment est public : rendez-le privé, le site sert lui-même les images',
          },
        ]
      : []),
  ];
}

/** One of the pictures that the database says are in the bucket. */
async function tryStored(config: Config, bucket: Bucket | null): Promise<Finding[]> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url.startsWith('file:') && !isMade(embeddedFolder(url))) return [];
  const { db, close } = await openDatabase(url, { role: 'command', migrates: false });
  try {
    // Tables of an older version have none.
    const last = await findLastMigration(db);
    if (last?.tag !== listMigrations().at(-1)?.tag) return [];
    let stored = 0;
    let sample: string | null = null;
    for (const table of [imageVariants, textPictureVariants]) {
      const inBucket = isNotNull(table.objectKey);
      stored += await db.$count(table, inBucket);
      const [row] = await db.select({ key: table.objectKey }).from(table).where(inBucket).limit(1);
      sample ??= row?.key ?? null;
    }
    if (sample === null) {
      return [{ level: 'notice', text: 'toutes sont dans la base' }];
    }
    if (!bucket) return [{ level: 'fault', text: picturesSentence('unset') }];
    const text = plural(stored, 'fichier est dans S3', 'fichiers sont dans S3');
    return (await bucket.get(sample))
      ? [{ level: 'fine', text: `${text}, l’un d’eux a été lu` }]
      : [{ level: 'fault', text: `${text} selon la base, et l’un d’eux n’y est pas : ${sample}` }];
  } finally {
    await close();
  }
}
