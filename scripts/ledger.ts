/** `npm run ledger -- check`: whether everything that is told of money agrees. */
import { runCommand } from './command-line.ts';
import { parseLedgerArguments, usage } from './ledger/arguments.ts';
import { checkEverything } from './ledger/check-everything.ts';

await runCommand(parseLedgerArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La vérification s’est arrêtée sur une erreur',
  run: checkEverything,
});
