import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bookTables } from '#shared/money/book-tables.ts';
import { lastDayOf } from '#server/money/earnings/paris-month.ts';
import { parisDay } from '#shared/site/formats.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { buyPack, openShop } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';

const script = fileURLToPath(new URL('../../scripts/feuilleton.ts', import.meta.url));

test('feuilleton books writes the files of the page, and names a wrong period', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-books-'));
  const shop = await openShop();
  try {
    const day = parisDay(shop.app.clock.now());
    const admin = await signInAs(shop.app, { role: 'admin' });
    await buyPack(shop, await signInAs(shop.app), 'plan_basic');
    const env = {
      ...process.env,
      ...shop.stripe.environment,
      FEUILLETON_MODE: 'test',
      // Nothing else of a site.
      DATABASE_URL: shop.app.config.databaseUrl,
    };
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [script, 'books', ...words], { env });
    const to = join(folder, 'mois');
    await run(day.slice(0, 7), to);
    const written = await readdir(to);
    expect(written).toHaveLength(Object.keys(bookTables).length + 1);
    const ends = `${day.slice(0, 7)}-01_${lastDayOf(day.slice(0, 7))}`;
    expect(written).toContain(`journal-des-ventes_${ends}.txt`);
    await run(day, day, to, '--by-day');
    const path = `/api/books/files/ventes?from=${day}&to=${day}&by=day`;
    const file = await callEndpoint(shop.app, path, { headers: admin.headers });
    const text = Buffer.from(await file.arrayBuffer()).toString();
    expect(await readFile(join(to, `ventes_${day}_${day}.csv`), 'utf8')).toBe(text);
    await expect(run('2026-13', to)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2026-10') as string,
    });
  } finally {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  }
});
