import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';

const statementsSchema = z.object({ rows: z.array(z.object({ statement: z.string() })) });

/** The statements that a query over the catalogue writes, in its column `statement`. */
export async function statements(tx: Database, query: string): Promise<string[]> {
  const result = await tx.execute(sql.raw(query));
  return statementsSchema.parse(result).rows.map(({ statement }) => statement);
}
