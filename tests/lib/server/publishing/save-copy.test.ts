import { afterEach, beforeEach, expect, test } from 'vitest';
import { chapterDrafts } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { saveCopy } from '#server/publishing/studio/chapter-copy.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

test('refuses a working copy whose text is too long once it is cleaned', async () => {
  const { chapterIds } = await addNovel(app, { chapters: 1 });
  const [admin] = await app.db.insert(users).values({ name: 'Adèle', role: 'admin' }).returning();
  if (!admin) throw new Error('nobody was added');
  const marker = '<sup><a href="#note-1">1</a></sup>';
  const html = `<p>Un${marker} et${marker}.</p><aside id="note-1"><p>${'é'.repeat(300_000)}</p></aside>`;
  const written = { title: 'Long', html, version: 1 };
  const refused = await saveCopy(app, admin, chapterIds[0] ?? '', written);
  expect(refused).toMatchObject({ refusal: 'MALFORMED', errors: [{ field: 'html' }] });
  expect(await app.db.select().from(chapterDrafts)).toEqual([]);
});
