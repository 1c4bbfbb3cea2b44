/** `npm run users -- COMMAND`: accounts, their roles and sessions. `--help` lists the commands. */
import { failureSentence } from './failure-sentence.ts';
import { parseUsersArguments, usage } from './users/arguments.ts';
import { manageUsers } from './users/manage-users.ts';

const parsed = parseUsersArguments(process.argv.slice(2));
if (parsed.kind === 'help') {
  console.log(usage);
} else if (parsed.kind === 'wrong') {
  console.error(parsed.message);
  process.exitCode = 1;
} else {
  try {
    await manageUsers(parsed);
  } catch (error) {
    console.error(failureSentence(error, 'La commande s’est arrêtée sur une erreur'));
    // An open connection must not keep a failed command alive.
    process.exit(1);
  }
}
