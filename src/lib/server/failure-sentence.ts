import { refusals } from '#server/core/db/database-refused.ts';
import { sqlStates } from '#server/core/db/sql-state.ts';

/** Names of errors whose message is the sentence; the bundle and the sources each have their class. */
const expected = new Set(['CommandRefused', 'DatabaseRefused', 'BackupRefused']);

/** What the system and PostgreSQL (appendix A of its manual) say of a database out of reach. */
const unreachable =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|28\w{3}|3D000|53300|57P0\d)$/;

/**
 * Says in one French sentence why a command failed; never a stack trace.
 * @param stopped how the sentence begins where the reason is none that is known.
 */
export function failureSentence(error: unknown, stopped: string): string {
  const known = knownFailure(error);
  if (known !== null) return known;
  const errors = withCauses(error);
  if (codesOf(errors).includes(sqlStates.lockNotAvailable)) {
    return `${stopped} : la base de données est occupée par une autre opération ; réessayez.`;
  }
  const [first = ''] = (errors.at(-1)?.message ?? String(error)).split('\n');
  return `${stopped} : ${first}`;
}

/** One French sentence for a database that cannot be opened and a refused command; else null. */
export function knownFailure(error: unknown): string | null {
  const errors = withCauses(error);
  const refused = errors.find(({ name }) => expected.has(name));
  if (refused) return refused.message;
  const codes = codesOf(errors);
  if (codes.includes(sqlStates.lockNotAvailable)) return null;
  if (codes.includes(sqlStates.diskFull)) return refusals.diskFull;
  const code = codes.find((one) => unreachable.test(one));
  if (code === undefined && !errors.some(({ message }) => /timeout|terminated/i.test(message))) {
    return null;
  }
  const why = code === undefined ? '' : ` (${code})`;
  return `La base de données ne peut pas être atteinte${why} : vérifiez DATABASE_URL et le serveur.`;
}

const codesOf = (errors: readonly Error[]) =>
  errors.flatMap((one) => ('code' in one ? [String(one.code)] : []));

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
