/** `feuilleton users COMMAND`: accounts, their roles and sessions. `--help` lists the commands. */
import { runCommand } from './command-line.ts';
import { parseUsersArguments, usage } from './users/arguments.ts';
import { manageUsers } from './users/manage-users.ts';

await runCommand(parseUsersArguments(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: async (command) => {
    await manageUsers(command);
    return 0;
  },
});
