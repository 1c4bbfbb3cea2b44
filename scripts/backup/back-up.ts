import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeBackupFile, type Encryption } from '#server/backup/backup-file.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import type { InstanceLock } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { CommandRefused, commandConfig } from '../command-app.ts';
import { tell } from '../command-line.ts';

const megabyteBytes = 1_000_000;
/** PostgreSQL ends a session that holds a lock and is silent for a minute. */
const holdEveryMs = 10_000;
const takeWithinMs = 60_000;

type Backup = {
  file: string;
  /** Begun once it is known that there is a database to back up. */
  encrypt?: () => Encryption;
};

/** Writes the backup and prints a summary; returns the exit code. */
export async function backUp({ file, encrypt }: Backup): Promise<number> {
  const { databaseUrl, bucket } = commandConfig();
  await refuseFolder(dirname(resolve(file)));
  // Without migrating: a backup before an upgrade is of the older tables.
  const database = await openDatabase(databaseUrl, {
    role: 'command',
    migrates: false,
    poolSize: 1,
  });
  const lock = database.instanceLock(lockKeys.readBucket);
  const holding = bucket && setInterval(() => void lock.take(), holdEveryMs);
  try {
    if (bucket) await takeBucket(lock);
    const world = { db: database.db, bucket, clock: { now: () => new Date() } };
    const { tables, rows, objects, missing } = await writeBackupFile(
      file,
      (take) => dumpDatabase(world, take),
      encrypt?.(),
    );
    const megabytes = ((await stat(file)).size / megabyteBytes).toFixed(1).replace('.', ',');
    tell(
      `Sauvegarde écrite : ${formatCount(rows)} lignes de ${tables} tables, ${megabytes} Mo (${file}).`,
    );
    if (objects > 0) {
      tell(
        `Elle contient ${plural(objects, 'fichier d’image lu', 'fichiers d’images lus')} dans S3.`,
      );
    }
    if (missing === 0) return 0;
    tell(
      `✗ ${plural(missing, 'fichier d’image manque', 'fichiers d’images manquent')} dans S3 : la ` +
        'sauvegarde contient tout le reste.',
    );
    return 1;
  } finally {
    if (holding) clearInterval(holding);
    await lock.release();
    await database.close();
  }
}

/**
 * Refuses a folder that does not exist or cannot be written, before anything is read. The folder is
 * not created: the path may be mistyped, or its disk not mounted.
 */
async function refuseFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    throw new CommandRefused(`Il n’y a pas de dossier ${folder} : créez-le d’abord.`);
  }
  await access(folder, constants.W_OK | constants.X_OK).catch(() => {
    throw new CommandRefused(`Le dossier ${folder} ne se laisse pas écrire.`);
  });
}

/** Nothing is removed from the bucket from here on. A removal under way ends within seconds. */
async function takeBucket(lock: InstanceLock): Promise<void> {
  const until = Date.now() + takeWithinMs;
  while (!(await lock.take())) {
    if (Date.now() > until) {
      throw new CommandRefused('Une autre sauvegarde lit les images dans S3 : attendez sa fin.');
    }
    await sleep(500);
  }
}
