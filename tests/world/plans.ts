import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';
import * as schema from '#server/core/db/schema/schema.ts';
import { createDatabase } from './databases.ts';

/** A step of a plan that PostgreSQL has followed. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: PlanNode[] | undefined;
};
const nodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) })]);
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A migrated database that keeps the queries sent to it, and how it answers them. */
export async function openPlans(): Promise<{
  db: Database;
  /** The queries that `run` sends, each with the tables that its plan reads. */
  scansOf: (run: () => Promise<unknown>) => Promise<{ text: string; scans: PlanNode[] }[]>;
  close: () => Promise<void>;
}> {
  const pool = new pg.Pool({ connectionString: await createDatabase(), max: 1 });
  // The pool ends before its connections do: the database may be dropped under one of them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let queries: { text: string; params: unknown[] }[] = [];
  const logQuery = (text: string, params: unknown[]) => queries.push({ text, params });
  return {
    db: drizzle(pool, { schema, logger: { logQuery } }),
    scansOf: async (run) => {
      queries = [];
      await run();
      const plans = [];
      for (const { text, params } of queries) {
        const answer = await pool.query(`explain (analyze, format json) ${text}`, params);
        const [row] = explained.parse(answer.rows);
        const nodes = nodesOf(row['QUERY PLAN'][0].Plan);
        plans.push({ text, scans: nodes.filter((node) => node['Relation Name']) });
      }
      return plans;
    },
    close: () => pool.end(),
  };
}
