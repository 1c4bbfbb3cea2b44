/** `feuilleton restore FICHIER`: a backup into an empty database, while the site is stopped. */
import { restore } from './backup/restore.ts';
import { parseRestoreArguments, restoreUsage as usage } from './backup/arguments.ts';
import { runCommand } from './command-line.ts';

await runCommand(parseRestoreArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La restauration s’est arrêtée sur une erreur, rien n’a été changé',
  run: restore,
});
