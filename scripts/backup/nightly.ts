import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseUpkeep } from '#server/core/config/upkeep.ts';
import { plural } from '#shared/site/formats.ts';
import { CommandRefused, commandSettings } from '../command-app.ts';
import { tell } from '../command-line.ts';
import { backUp } from './back-up.ts';
import { encryptFor } from './encrypt-for.ts';

/** What `--nightly` writes: sorted by name, they are sorted by time. */
const ownName = /^feuilleton-\d{8}T\d{6}Z\.backup(?:\.age|\.gpg)?$/;
const ownPartial = /^feuilleton-\d{8}T\d{6}Z\.backup\S*\.\d+\.partial$/;
const dayMs = 24 * 60 * 60_000;

/**
 * Backs up into a dated file of `BACKUP_FOLDER`, then removes those before the last `BACKUP_KEEP`,
 * and what a backup that was killed has left.
 */
export async function backUpByNight(): Promise<number> {
  const parsed = parseUpkeep(commandSettings());
  if ('problems' in parsed) throw new CommandRefused(parsed.problems.join('\n'));
  const { backups } = parsed.upkeep;
  if (backups === null) throw new CommandRefused('BACKUP_FOLDER manque.');
  const { folder, keep, recipient } = backups;
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const ending = recipient === null ? '' : `.${recipient.program}`;
  const code = await backUp({
    file: join(folder, `feuilleton-${moment}.backup${ending}`),
    ...(recipient && { encrypt: () => encryptFor(recipient) }),
  });
  const names = (await readdir(folder)).toSorted();
  const old = names.filter((name) => ownName.test(name)).slice(0, -keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  if (old.length > 0)
    tell(`${plural(old.length, 'ancienne sauvegarde effacée', 'anciennes sauvegardes effacées')}.`);
  for (const name of names.filter((one) => ownPartial.test(one))) {
    if ((await ageMs(join(folder, name))) > dayMs) await rm(join(folder, name), { force: true });
  }
  return code;
}

/** How old the newest of these backups is; null: there is none. */
export async function lastBackupAgeMs(folder: string): Promise<number | null> {
  const last = (await readdir(folder))
    .filter((name) => ownName.test(name))
    .toSorted()
    .at(-1);
  return last === undefined ? null : ageMs(join(folder, last));
}

async function ageMs(file: string): Promise<number> {
  return Date.now() - (await stat(file)).mtimeMs;
}
