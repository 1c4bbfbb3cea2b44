/** `feuilleton credits COMMAND`: credits moved by hand, and those of a chapter that is taken away. */
import { runCommand } from './command-line.ts';
import { adjustCredits } from './credits/adjust-credits.ts';
import { parseCreditsArguments, usage } from './credits/arguments.ts';
import { takeDown } from './credits/take-down.ts';

await runCommand(parseCreditsArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: async (command) => {
    await (command.kind === 'adjust' ? adjustCredits(command) : takeDown(command));
    return 0;
  },
});
