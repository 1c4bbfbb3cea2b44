/**
 * `feuilleton withdrawals COMMAND`: withdrawals that Stripe refuses to pay, and transfers that
 * settle them.
 */
import { runCommand } from './command-line.ts';
import { parseWithdrawalsArguments, usage } from './withdrawals/arguments.ts';
import { runWithdrawals } from './withdrawals/run-withdrawals.ts';

await runCommand(parseWithdrawalsArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: async (command) => {
    await runWithdrawals(command);
    return 0;
  },
});
