import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { findHidden, getHidden } from '#shared/contracts/hidden.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';

describeInMarkedWorld('what lists do not show', (world) => {
  const hiddenOf = async (pages: readonly string[], subjects: readonly string[]) => {
    const query = new URLSearchParams({ pages: pages.join(','), subjects: subjects.join(',') });
    const answer = await ask(world.app, null, 'GET', `/api/novels/hidden?${query}`);
    expect(answer.status).toBe(200);
    return findHidden.response.parse(answer.body).pages;
  };
  const addMarked = async (title: string, isDraft = false) => {
    const { id, chapterIds } = await addNovel(world.app, { title, chapters: isDraft ? [] : 1 });
    const facts = {
      authorName: 'Prosper Escalier',
      translatorName: 'Inès Gué',
      genres: ['Slice of Life'],
      tags: ['Maison ancienne'],
      contentWarnings: ['sang'],
      isDraft,
    };
    const isIt = eq(novels.id, id);
    const [row] = await world.app.db.update(novels).set(facts).where(isIt).returning();
    return { id, page: `/novel/${row?.slug ?? ''}`, chapter: `/chapter/${chapterIds[0] ?? id}` };
  };

  test.each([
    'auteur/prosper-escalier',
    'auteur/ines-gue',
    'genre/tranche-de-vie',
    'tag/maison-ancienne',
    'avertissement/sang',
  ])('are novels, and their chapters, with %s', async (subject) => {
    const marked = await addMarked(`Caché ${subject}`);
    const other = await addNovel(world.app, { title: `Autre ${subject}`, chapters: 1 });
    const pages = [marked.page, marked.chapter, `/chapter/${other.chapterIds[0] ?? ''}`];
    expect((await hiddenOf(pages, ['genre/horreur', subject])).toSorted()).toEqual(
      [marked.chapter, marked.page].toSorted(),
    );
    expect(await hiddenOf(pages, ['genre/horreur'])).toEqual([]);
  });

  test('tells nothing of a draft, nor of a chapter that is none', async () => {
    const { page } = await addMarked('Brouillon caché', true);
    const { id, chapter } = await addMarked('Chapitre caché');
    await world.app.db.update(chapters).set({ status: 'draft' }).where(eq(chapters.novelId, id));
    expect(await hiddenOf([page, chapter], ['avertissement/sang'])).toEqual([]);
    const query = `pages=/chapter/${'-'.repeat(36)}&subjects=tag/a`;
    const refused = await ask(world.app, null, 'GET', `/api/novels/hidden?${query}`);
    expect(refused.status).toBe(400);
  });

  test('is the account’s, added to and removed from by each device, and bounded', async () => {
    const set = (add: readonly string[], remove: readonly string[] = []) =>
      ask(world.app, world.lea, 'PUT', '/api/account/hidden', { add, remove });
    const own = async () => (await ask(world.app, world.lea, 'GET', '/api/account/hidden')).body;
    await Promise.all([set(['genre/horreur', 'genre/horreur']), set(['auteur/prosper-escalier'])]);
    expect((await set(['tag/a'], ['genre/horreur'])).body).toEqual({
      subjects: ['auteur/prosper-escalier', 'tag/a'],
    });
    expect((await set(['genre/'])).status).toBe(400);
    await set(Array.from({ length: 50 }, (_, at) => `tag/t${at}`));
    const { subjects } = getHidden.response.parse(await own());
    expect([subjects.length, ...subjects.slice(0, 3)]).toEqual([
      50,
      'auteur/prosper-escalier',
      'tag/a',
      'tag/t0',
    ]);
    expect((await ask(world.app, null, 'GET', '/api/account/hidden')).status).toBe(401);
  });
});
