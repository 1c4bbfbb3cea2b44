import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/database.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { readTemplate } from '#tests/world/templates.ts';

const rowsSchema = z.object({
  rows: z.tuple([z.object({ bytes: z.instanceof(Uint8Array) })]),
});

let database: OpenDatabase;
beforeAll(async () => {
  const template = await readTemplate();
  const options = { role: 'server', migrates: false } as const;
  database = await openEmbedded(null, { ...options, ...(template && { template }) });
  await database.db.execute(sql`create table files (id int primary key, bytes bytea, words text)`);
});
afterAll(() => database.close());

/** Processor time, independent of the machine's load. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('a file costs PGlite little more than its hex text', async () => {
  const bytes = randomBytes(4 * 1024 * 1024);
  const digits = bytes.toString('hex');
  const asText = await cpuMs(() =>
    database.db.execute(sql`insert into files (id, words) values (1, ${digits})`),
  );
  const asBytes = await cpuMs(() =>
    database.db.execute(sql`insert into files (id, bytes) values (2, ${bytes})`),
  );
  let read = new Uint8Array();
  const toRead = await cpuMs(async () => {
    const answer = await database.db.execute(sql`select bytes from files where id = 2`);
    read = rowsSchema.parse(answer).rows[0].bytes;
  });
  expect(Buffer.compare(Buffer.from(read), bytes)).toBe(0);
  expect((asBytes + toRead) / asText).toBeLessThan(2);
});
