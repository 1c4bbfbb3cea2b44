import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { writeBackupFile, type Encryption } from '#server/backup/backup-file.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { formatCount } from '#shared/site/formats.ts';
import { CommandRefused, commandConfig } from '../command-app.ts';
import { tell } from '../command-line.ts';

const megabyteBytes = 1_000_000;

type Backup = {
  file: string;
  /** Begun once it is known that there is a database to back up. */
  encrypt?: () => Encryption;
};

/** Writes the backup and prints a summary; returns the exit code. */
export async function backUp({ file, encrypt }: Backup): Promise<number> {
  const { databaseUrl } = commandConfig();
  await refuseFolder(dirname(resolve(file)));
  // Without migrating: a backup before an upgrade is of the older tables.
  const database = await openDatabase(databaseUrl, {
    role: 'command',
    migrates: false,
    poolSize: 1,
  });
  try {
    const world = { db: database.db, clock: { now: () => new Date() } };
    const { tables, rows } = await writeBackupFile(
      file,
      (take) => dumpDatabase(world, take),
      encrypt?.(),
    );
    const megabytes = ((await stat(file)).size / megabyteBytes).toFixed(1).replace('.', ',');
    tell(
      `Sauvegarde écrite : ${formatCount(rows)} lignes de ${tables} tables, ${megabytes} Mo (${file}).`,
    );
    return 0;
  } finally {
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
