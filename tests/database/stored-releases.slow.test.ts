import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listMigrations } from '#server/core/db/migrate.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { createDatabase, createEmptyDatabase } from '../world/databases.ts';
import { buyPack, openShop } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';
import { fillHouse } from '../world/small-house.ts';

const folder = fileURLToPath(new URL('stored/', import.meta.url));
const feuilleton = fileURLToPath(new URL('../../bin/feuilleton', import.meta.url));
const manifest = readFileSync('package.json', 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
const presentOne = `${folder}feuilleton-${version}.backup`;

async function run(url: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url };
  return (await promisify(execFile)(feuilleton, words, { env })).stdout;
}

test('the version of package.json has a stored database', async () => {
  if (existsSync(presentOne)) {
    // Made again with each migration, until the version is tagged.
    const [head = ''] = gunzipSync(readFileSync(presentOne)).toString().split('\n', 1);
    expect(JSON.parse(head)).toMatchObject({ migration: listMigrations().at(-1)?.tag });
    return;
  }
  const source = await createDatabase();
  const shop = await openShop({ DATABASE_URL: source });
  await fillHouse(shop, { pictureBytes: 5_000 });
  const sessionId = await buyPack(shop, await signInAs(shop.app, { name: 'Inès' }));
  shop.stripe.control.refund(sessionId);
  await shop.stripe.control.idle();
  await run(source, 'backup', presentOne);
  await shop.close();
  expect.fail(`${presentOne} was missing and has been made: commit it with the version`);
});

test.each(readdirSync(folder))('%s starts on the present program', async (name) => {
  const target = await createEmptyDatabase();
  const restored = await run(target, 'restore', folder + name);
  expect(restored).toMatch(/Derniers numéros émis : A\d{4}-000001, F\d{4}-000003\./);
  const app = await openTestApp({ DATABASE_URL: target });
  const [chapter] = await app.db.select().from(chapters).orderBy(asc(chapters.chapterNumber));
  const read = await callEndpoint(app, `/api/chapters/${chapter?.id ?? ''}`);
  expect(await read.text()).toContain('Une ligne');
  const entries = await app.db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.sequence));
  const deltas = entries.map(({ delta }) => delta);
  await app.close();
  expect(deltas).toEqual([900, 900, -1, 900, -900]);
  expect(await run(target, 'ledger', 'check')).toContain('Tout concorde.');
});
