import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readBackupFile } from '#server/backup/backup-file.ts';
import { findLastNumbers } from '#server/backup/restore-database.ts';
import { restoreDatabase } from '#server/backup/restore-database.ts';
import { hostAddresses } from '#server/core/config/connection-url.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { embeddedFolder } from '#server/core/db/embedded-folder.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { invoiceNumber } from '#server/money/invoices/invoice-number.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { CommandRefused, commandConfig } from '../command-app.ts';
import type { RestoreCommand } from './arguments.ts';
import { tell } from '../command-line.ts';

/** Restores a backup and prints what an operator has to know; returns the exit code. */
export async function restore(command: RestoreCommand): Promise<number> {
  const { file, replace, signsOut, lastNumbers } = command;
  if (!existsSync(file)) throw new CommandRefused(`Il n’y a pas de fichier ${file}.`);
  const { databaseUrl } = commandConfig();
  if (replace !== undefined && replace !== databaseName(databaseUrl)) {
    throw new CommandRefused(
      `--replace attend le nom de la base de DATABASE_URL : ${databaseName(databaseUrl)}.`,
    );
  }
  const options = { role: 'command', migrates: false, poolSize: 1 } as const;
  const database = await openDatabase(databaseUrl, options);
  try {
    await refuseWhileUsed(database);
    const { head, tables, rows, objects } = await restoreDatabase(
      database.db,
      readBackupFile(file),
      {
        replaces: replace !== undefined,
        signsOut,
        lastNumbers,
      },
    );
    await database.db.execute(sql`analyze`);
    tell(`Restauré : ${formatCount(rows)} lignes de ${tables} tables, du ${head.createdAt}.`);
    if (objects > 0) {
      tell(
        `Les images qui étaient dans S3 (${plural(objects, 'fichier')}) sont dans la base : ` +
          'feuilleton pictures move les y remet, sous d’autres noms. Les anciens objets ne servent ' +
          'plus à cette base.',
      );
    }
    await tellNumbers(database, lastNumbers.length > 0);
    return 0;
  } finally {
    await database.close();
  }
}

/** The last part of the address: a PostgreSQL's database, or the embedded one's folder. */
function databaseName(url: string): string {
  if (url.startsWith('file:')) return basename(resolve(embeddedFolder(url)));
  return decodeURIComponent(new URL(hostAddresses(url)[0] ?? '').pathname.slice(1));
}

const usersSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

/** Running servers would keep stale data; one that starts now waits for the migration's end. */
async function refuseWhileUsed({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`select pg_advisory_lock(${lockKeys.migration})`);
  const result = await db.execute(sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'feuilleton%'`);
  const [{ count }] = usersSchema.parse(result).rows;
  if (count > 0)
    throw new CommandRefused(
      'Le site tourne sur cette base : arrêtez-le d’abord (avec le paquet : sudo systemctl stop feuilleton.socket feuilleton).',
    );
}

async function tellNumbers({ db }: OpenDatabase, isRaised: boolean): Promise<void> {
  const numbers = await findLastNumbers(db);
  if (numbers.length === 0) return;
  tell(`Derniers numéros émis : ${numbers.map(invoiceNumber).join(', ')}.`);
  tell(
    isRaised
      ? 'Les factures et les avoirs reprennent après ces numéros ; feuilleton ledger check nomme ceux qui manquent.'
      : 'Si d’autres factures ou avoirs ont été émis depuis la sauvegarde, ne lancez pas le site : ' +
          'restaurez de nouveau avec --last-invoice et --last-credit-note, sinon leurs numéros ' +
          'seraient donnés deux fois.',
  );
}
