import { isPicturesUnavailable } from '#server/core/bucket.ts';
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
  const pictures = errors.find(isPicturesUnavailable);
  if (pictures) return `Les images : ${picturesSentence(pictures.reason)}.`;
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

const keysRefused = 'S3 refuse les clés (S3_ACCESS_KEY, S3_SECRET_KEY)';
const bucketFull = 'S3 n’a plus de place pour les images';
const regionWrong = 'S3_REGION n’est pas la région du compartiment';
const silent = 'S3 ne répond pas à temps (S3_ENDPOINT)';

const picturesSentences: Readonly<Record<string, string>> = {
  timeout: silent,
  busy: silent,
  unreachable: silent,
  nonsense: 'S3_ENDPOINT répond autrement que S3',
  missing: 'une image manque dans le compartiment',
  unset: 'des images sont dans un compartiment, et les réglages S3_… manquent',
  NoSuchBucket: 'le compartiment n’existe pas (S3_BUCKET)',
  InvalidAccessKeyId: keysRefused,
  SignatureDoesNotMatch: keysRefused,
  AccessDenied: 'la clé n’a pas le droit de lire, écrire, effacer et lister dans le compartiment',
  RequestTimeTooSkewed: 'l’horloge d’ici n’est pas celle de S3 : réglez-la par NTP',
  AuthorizationHeaderMalformed: regionWrong,
  PermanentRedirect: regionWrong,
  QuotaExceeded: bucketFull,
  InsufficientStorage: bucketFull,
  XMinioStorageFull: bucketFull,
};

/** Says in French why pictures are unavailable. @param reason of `PicturesUnavailable` */
export function picturesSentence(reason: string): string {
  const sentence = Object.hasOwn(picturesSentences, reason) ? picturesSentences[reason] : undefined;
  return sentence ?? `S3 refuse (${reason})`;
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
