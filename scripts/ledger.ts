/** `feuilleton ledger COMMAND`: compares balances, ledger, invoices and Stripe's records. */
import { runCommand } from './command-line.ts';
import { acknowledge } from './ledger/acknowledge.ts';
import { parseLedgerArguments, usage } from './ledger/arguments.ts';
import { checkEverything, exitCodes } from './ledger/check-everything.ts';

await runCommand(parseLedgerArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La vérification s’est arrêtée sur une erreur',
  run: (command) => (command.kind === 'check' ? checkEverything(command) : acknowledge(command)),
  failedCode: exitCodes.failed,
});
