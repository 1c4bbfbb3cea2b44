import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Encryption } from '#server/backup/backup-file.ts';
import type { BackupRecipient } from '#server/core/config/upkeep.ts';
import { codeOf } from '#server/core/error-code.ts';
import { CommandRefused } from '../command-app.ts';

const programs = {
  age: { arguments: ['--encrypt', '--recipient'], debian: 'age' },
  // The key is named by its whole fingerprint: nothing else has to vouch for it.
  gpg: {
    arguments: ['--batch', '--quiet', '--trust-model', 'always', '--encrypt', '--recipient'],
    debian: 'gnupg',
  },
};

/** Starts the program that encrypts for this key. `ended` rejects with `CommandRefused`. */
export function encryptFor({ program, key }: BackupRecipient): Encryption {
  const child = spawn(program, [...programs[program].arguments, key]);
  const stream = Duplex.from({ writable: child.stdin, readable: child.stdout });
  stream.once('close', () => {
    if (!stream.readableEnded) child.kill();
  });
  // Of a program that ended, its outcome says more than its pipe.
  stream.on('error', () => undefined);
  const ended = outcomeOf();
  ended.catch(() => undefined);
  return { stream, ended };

  async function outcomeOf(): Promise<void> {
    const said = text(child.stderr);
    try {
      await once(child, 'close');
    } catch (error) {
      const { debian } = programs[program];
      const why =
        codeOf(error) === 'ENOENT'
          ? `il n’est pas installé (apt install ${debian})`
          : `il ne se lance pas (${codeOf(error) ?? ''})`;
      throw new CommandRefused(`BACKUP_RECIPIENT demande ${program} : ${why}.`);
    }
    // Ended by us: the backup failed for a reason of its own.
    if (child.killed || child.exitCode === 0) return;
    throw new CommandRefused(`${program} n’a pas chiffré la sauvegarde : ${(await said).trim()}`);
  }
}
