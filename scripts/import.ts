/** `feuilleton import FILE…`: imports books. `--help` lists the options. */
import { runCommand } from './command-line.ts';
import { parseImportArguments, usage } from './import/arguments.ts';
import { importBooks } from './import/import-books.ts';

await runCommand(parseImportArguments(process.argv.slice(2)), {
  usage,
  stopped: 'L’importation s’est arrêtée sur une erreur, le livre en cours est inchangé',
  run: ({ files, options }) => importBooks(files, options),
});
