import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { announcements, commandSender, pageChannel } from '#server/core/pagecache/announcement.ts';
import { isKept, openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

const page = (tags: string[]) => () =>
  Promise.resolve({ status: 200, headers: {}, body: Buffer.from('x'), tags });

/** Waits for a notification of another connection. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let round = 0; !isTrue(); round++) {
    if (round > 500) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the page cache of two instances', () => {
  let apps: App[] = [];
  afterEach(() => Promise.all(apps.map((app) => app.close())));

  async function openTwo(): Promise<[App, App]> {
    const one = await openTestApp();
    const two = await openTestApp({ DATABASE_URL: one.config.databaseUrl });
    apps = [one, two];
    return [one, two];
  }

  test('a write on one drops the page on the other', async () => {
    const [one, two] = await openTwo();
    const novel = await addNovel(one);
    await two.pages.get('/novel', page([`novel:${novel.id}`]));
    await two.pages.get('/other', page(['novel:other']));
    await addNovel(one, { description: 'Une autre description.' });
    await until(() => !isKept(two, '/novel'));
    expect(isKept(two, '/other')).toBe(true);
  });

  test('a write on one abandons the other’s current render of it, and of nothing else', async () => {
    const [one, two] = await openTwo();
    let finish: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (finish = resolve));
    const slow = (tags: string[]) => async () => (await released, page(tags)());
    const answers = [
      two.pages.get('/novel', slow(['novel:1'])),
      two.pages.get('/other', slow(['novel:2'])),
    ];
    await two.pages.get('/heard', page(['novel:1']));
    await one.changed(['novel:1']);
    await until(() => !isKept(two, '/heard'));
    finish();
    await Promise.all(answers);
    expect([isKept(two, '/novel'), isKept(two, '/other')]).toEqual([false, true]);
  });

  test('a page rendered after a write here stays when the notification of this write comes back', async () => {
    const [one, two] = await openTwo();
    await two.pages.get('/novel', page(['novel:1']));
    await two.pages.get('/everything', page(['novel:2']));
    const own = one.changed(['novel:1']);
    await one.pages.get('/novel', page(['novel:1']));
    await own;
    await until(() => !isKept(two, '/novel'));
    expect(isKept(two, '/everything')).toBe(true);
    // Too many for one notification: the last is heard too.
    await two.pages.get('/last', page(['chapter:number-499']));
    await one.changed(Array.from({ length: 500 }, (_, index) => `chapter:number-${index}`));
    await until(() => !isKept(two, '/last'));
    expect([isKept(two, '/everything'), isKept(one, '/novel')]).toEqual([true, true]);
  });

  test('what a command changed is purged at the CDN by the servers that hear of it', async () => {
    const purged: unknown[] = [];
    const cdn = createServer((request, response) => {
      purged.push(request.headers.xkey);
      response.end();
    });
    await once(cdn.listen(0, '127.0.0.1'), 'listening');
    const { port } = cdn.address() as AddressInfo;
    const app = await openTestApp({
      CDN_PURGE: 'varnish',
      CDN_PURGE_URL: `http://127.0.0.1:${port}`,
    });
    apps = [app];
    const [payload = ''] = announcements(commandSender, ['novel:1']);
    await app.database.announce(pageChannel, payload);
    await until(() => purged.length > 0);
    expect(purged[0]).toBe('novel:1');
    cdn.closeAllConnections();
    cdn.close();
  });

  test('everything is dropped when the listening connection breaks, and notifications resume', async () => {
    const [one, two] = await openTwo();
    await two.pages.get('/other', page(['novel:other']));
    await one.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'feuilleton-listen' and datname = current_database()`);
    await until(() => !isKept(two, '/other'));
    // Listening again takes a moment; notifications until then are covered by the second drop.
    await until(() => {
      void two.pages.get('/again', page(['novel:again']));
      void one.changed(['novel:again']);
      return !isKept(two, '/again');
    });
    expect(isKept(two, '/again')).toBe(false);
  });
});
