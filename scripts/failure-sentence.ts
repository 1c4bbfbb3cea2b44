import { BackupRefused } from '#server/backup/backup-lines.ts';
import { DatabaseBusy, DatabaseInUse, OldDatabase } from '#server/db/database.ts';
import { sqlStates } from '#server/db/sql-state.ts';
import { CommandRefused } from './command-app.ts';

/** Errors whose message is the sentence. */
const expected = [CommandRefused, DatabaseBusy, DatabaseInUse, OldDatabase, BackupRefused];

/** What the system and PostgreSQL (appendix A of its manual) say of a database out of reach. */
const unreachable =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|28\w{3}|3D000|53300|57P0\d)$/;

/**
 * Says in one French sentence why a command failed; never a stack trace.
 * @param stopped how the sentence begins where the reason is none that is known.
 */
export function failureSentence(error: unknown, stopped: string): string {
  const errors = withCauses(error);
  const known = errors.find((one) => expected.some((kind) => one instanceof kind));
  if (known instanceof Error) return known.message;
  const codes = errors.flatMap((one) => ('code' in one ? [String(one.code)] : []));
  if (codes.includes(sqlStates.lockNotAvailable)) {
    return `${stopped} : la base de données est occupée par une autre opération ; réessayez.`;
  }
  const code = codes.find((one) => unreachable.test(one));
  if (code !== undefined || errors.some(({ message }) => /timeout|terminated/i.test(message))) {
    const why = code === undefined ? '' : ` (${code})`;
    return `La base de données ne peut pas être atteinte${why} : vérifiez DATABASE_URL et le serveur.`;
  }
  const [first = ''] = (errors.at(-1)?.message ?? String(error)).split('\n');
  return `${stopped} : ${first}`;
}

/** An error, what it gathers and what caused it, outermost first. */
function withCauses(error: unknown): Error[] {
  const found: Error[] = [];
  const queue = [error];
  while (queue.length > 0 && found.length < 50) {
    const next = queue.shift();
    if (!(next instanceof Error)) continue;
    found.push(next);
    const gathered: unknown[] = next instanceof AggregateError ? next.errors : [];
    queue.push(next.cause, ...gathered);
  }
  return found;
}
