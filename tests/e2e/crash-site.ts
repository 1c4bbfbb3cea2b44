/**
 * The site that the crash story kills, in a process of its own. Settings come from the environment;
 * the first start makes readers and chapters and writes what a client needs to know of them into the
 * file that is named as argument.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { App } from '#server/app.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { browserCookie, newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import { startSession } from '#server/people/identity/sessions.ts';
import { serveBuilt } from '#scripts/built-server.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { pass } from '../world/passes.ts';
import type { CrashWorld } from './crash-world.ts';

const readersCount = 6;
const chaptersCount = 400;
const wholeReadersCount = 2;
const wholeNovelsCount = 40;
/** Above the least that may be paid for. */
const wholeChaptersCount = 32;

async function prepare(app: App, file: string): Promise<void> {
  if (existsSync(file)) return;
  const { chapterIds } = await addNovel(app, {
    chapters: Array.from({ length: chaptersCount }, (_, at) =>
      chapterDraft(at + 1, { isPremium: true }),
    ),
  });
  const world: CrashWorld = { readers: [], wholeReaders: [], chapterIds, wholeNovelIds: [] };
  for (let count = 0; count < wholeNovelsCount; count++) {
    const { id } = await addNovel(app, {
      title: `Entier ${count}`,
      chapters: Array.from({ length: wholeChaptersCount }, (_, at) =>
        chapterDraft(at + 1, { isPremium: true }),
      ),
    });
    world.wholeNovelIds.push(id);
  }
  for (let count = 0; count < wholeReadersCount; count++) {
    world.wholeReaders.push(await addReader(app, chapterIds.slice(0, 1)));
  }
  for (let count = 0; count < readersCount; count++) {
    world.readers.push(await addReader(app, chapterIds));
  }
  writeFileSync(file, JSON.stringify(world));
}

async function addReader(
  app: App,
  chapterIds: readonly string[],
): Promise<CrashWorld['readers'][number]> {
  const [user] = await app.db
    .insert(users)
    .values({ name: 'Léa Martin', displayName: 'Léa Martin' })
    .returning({ id: users.id });
  if (!user) throw new Error('no reader was added');
  const browserSecret = newBrowserSecret();
  const token = await startSession(app, { userId: user.id, browserSecret, userAgent: 'crash' });
  await pass(app, user.id, chapterIds);
  const [cookie = ''] = browserCookie(browserSecret, app.config.siteUrl).split(';', 1);
  return { id: user.id, token, cookie };
}

const result = parseConfig(process.env);
if (!result.ok) throw new Error(result.problems.join('\n'));
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('crash-site.ts wants the file of its world');
await serveBuilt(result.config, { prepare: (app) => prepare(app, file) });
