/** `feuilleton statements COMMAND`: authors' shares, and the closing of months. */
import { runCommand } from './command-line.ts';
import { parseStatementsArguments, usage } from './statements/arguments.ts';
import { runStatements } from './statements/run-statements.ts';

await runCommand(parseStatementsArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: async (command) => {
    await runStatements(command);
    return 0;
  },
});
