/** `npm run credits -- adjust COMPTE +5 "raison"`: adds or removes credits by hand. */
import { runCommand } from './command-line.ts';
import { adjustCredits } from './credits/adjust-credits.ts';
import { parseCreditsArguments, usage } from './credits/arguments.ts';

await runCommand(parseCreditsArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: async (command) => {
    await adjustCredits(command);
    return 0;
  },
});
