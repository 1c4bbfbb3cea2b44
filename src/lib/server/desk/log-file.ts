import type { LogEntry } from '#shared/contracts/desk.ts';
import { logWords } from '#shared/site/desk-words.ts';
import { csvHead, csvLine, instantCell } from '#server/core/csv.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Cursor } from '#server/core/http/cursor.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { readLog, type LogFilter } from './log.ts';

const columns = ['Date', 'Quoi', 'Par', 'Personne', 'Identifiant', 'Avant', 'Après', 'Motif'];
const filePageSize = 1_000;

/** The log as CSV, page by page: all that the filter leaves. */
export async function* logFile(
  db: Database,
  reader: Pick<User, 'role'>,
  filter: LogFilter,
): AsyncGenerator<string> {
  yield csvHead(columns);
  let cursor: Cursor | null = null;
  do {
    const page = await readLog(db, reader, filter, cursor, filePageSize);
    yield page.entries.map(lineOf).join('');
    cursor = page.next;
  } while (cursor !== null);
}

const lineOf = ({ at, what, actor, person, before, after, reason }: LogEntry): string =>
  csvLine([
    instantCell(new Date(at)),
    logWords[what] ?? what,
    actor,
    person?.name ?? null,
    person?._id ?? null,
    before,
    after,
    reason,
  ]);
