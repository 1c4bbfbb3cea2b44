import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';

/** A table as PostgreSQL's catalogue describes it: its columns without generated ones. */
export type Table = { name: string; columns: { name: string; type: string }[] };

const tablesSchema = z.object({
  rows: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
});
const namesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** The tables of the schema `public`, by name. */
export async function listTables(db: Database): Promise<Table[]> {
  const result = await db.execute(sql`
    select c.relname as name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname collate "C"`);
  return tablesSchema.parse(result).rows;
}

/** The sequences of the schema `public`, by name. */
export async function listSequences(db: Database): Promise<string[]> {
  const result = await db.execute(sql`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`);
  return namesSchema.parse(result).rows.map(({ name }) => name);
}
