import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { findHidden } from '#shared/contracts/hidden.ts';
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
    return { page: `/novel/${row?.slug ?? ''}`, chapter: `/chapter/${chapterIds[0] ?? id}` };
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

  test('tells nothing of a draft', async () => {
    const { page } = await addMarked('Brouillon caché', true);
    expect(await hiddenOf([page], ['avertissement/sang'])).toEqual([]);
  });

  test('is the account’s, replaced whole, and refused where it is no subject', async () => {
    const set = (subjects: readonly string[]) =>
      ask(world.app, world.lea, 'PUT', '/api/account/hidden', { subjects });
    const subjects = ['genre/horreur', 'auteur/prosper-escalier'];
    expect((await set([...subjects, 'genre/horreur'])).body).toEqual({ subjects });
    const own = await ask(world.app, world.lea, 'GET', '/api/account/hidden');
    expect(own.body).toEqual({ subjects });
    expect((await set(['genre/'])).status).toBe(400);
    expect((await set(Array.from({ length: 51 }, (_, at) => `tag/t${at}`))).status).toBe(400);
    expect((await ask(world.app, null, 'GET', '/api/account/hidden')).status).toBe(401);
  });
});
