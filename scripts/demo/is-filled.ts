import { z } from 'zod';
import { people } from '#sandbox/people.ts';
import type { Database } from '#server/core/db/database.ts';

const answer = z.object({ rows: z.tuple([z.object({ novels: z.boolean(), gifts: z.number() })]) });

/**
 * Whether the database has a catalogue and all people of the demonstration, who are added in one
 * transaction, each with a gift of credits. Asks in plain SQL: the schema takes longer to load.
 */
export async function isDemoFilled(db: Pick<Database, 'execute'>): Promise<boolean> {
  const asked = await db.execute(`select exists (select from novels) as novels,
    (select count(*)::int from ledger_entries
      where kind = 'adjustment' and reference like 'demo:%') as gifts`);
  const [{ novels, gifts }] = answer.parse(asked).rows;
  return novels && gifts >= Object.values(people).filter(({ credits }) => credits > 0).length;
}
