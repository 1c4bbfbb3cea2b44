/** `feuilleton backup FICHIER`: the whole database into one file, while the site runs. */
import { backUp } from './backup/back-up.ts';
import { backUpByNight } from './backup/nightly.ts';
import { backupUsage as usage, parseBackupArguments } from './backup/arguments.ts';
import { runCommand } from './command-line.ts';

await runCommand(parseBackupArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La sauvegarde s’est arrêtée sur une erreur',
  run: (command) => (command.kind === 'backup' ? backUp(command) : backUpByNight()),
});
