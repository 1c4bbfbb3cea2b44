import { expect, test } from 'vitest';
import type { z } from 'zod';
import { loadChapterPage } from '#server/catalogue/chapter-page.ts';
import { atomFeed, listFeedEntries } from '#server/catalogue/feeds.ts';
import { loadFrontPage } from '#server/catalogue/front-page.ts';
import { parseCatalogueQuery } from '#server/catalogue/catalogue-query.ts';
import { sumPremium } from '#server/catalogue/premium-price.ts';
import { searchNovels } from '#server/catalogue/search-novels.ts';
import { getChapter, getChapterPage } from '#shared/contracts/chapters.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import type { TestBrowser } from '../world/people.ts';
import { addDraftNovel, describeInStudio, succeed, type StudioWorld } from '../world/studio.ts';

const dayMs = 86_400_000;

/** What somebody who has unlocked nothing gets of a novel and its one chapter. */
async function shown(
  { app }: StudioWorld,
  novelId: string,
  chapterId: string,
  visitor?: TestBrowser,
) {
  const now = app.clock.now();
  const headers = visitor?.headers ?? {};
  const list = await callEndpoint(app, `/api/novels/${novelId}/chapters`, { headers });
  const [listed] = getChapterPage.response.parse(await list.json()).chapters;
  const text = await callEndpoint(app, `/api/chapters/${chapterId}`, { headers });
  const place = { siteUrl: '', selfPath: '', pagePath: '', title: '', now };
  const feed = atomFeed(place, await listFeedEntries(app.db, now, novelId));
  const query = parseCatalogueQuery(new URLSearchParams('gratuit=1'));
  const free = await searchNovels(app.db, query, now);
  const front = await loadFrontPage(app);
  return {
    page: (await loadChapterPage(app, chapterId)).kind,
    list: listed && [listed.isPremium, listed.isLocked, listed.requiresUnlock],
    text: text.status === 200 ? getChapter.response.parse(await text.json()).content : null,
    isFeedPremium: feed.includes('(premium)'),
    isFoundFree: free.novels.some(({ id }) => id === novelId),
    front: front.fresh.filter(({ id }) => id === chapterId).map(({ isFree }) => isFree),
    toPay: await sumPremium(app, novelId),
  };
}

describeInStudio('at the hour when a chapter becomes free by a rule', (world) => {
  test('readers get its text, and lists, feeds and the catalogue call it free', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 1 });
    const [chapterId = ''] = chapterIds;
    const batch = (body: z.input<(typeof changeChapters)['body']>) =>
      succeed(app, mathilde, changeChapters, { params: { id }, body });
    await batch({ action: 'price', chapterIds, isPremium: true, creditCost: 2 });
    await succeed(app, mathilde, setFreeRule, {
      params: { id },
      body: { parts: [null], rule: { kind: 'after', days: 1 } },
    });
    await batch({ action: 'publish', chapterIds });
    app.clock.advance(dayMs - 1);
    const locked = {
      page: 'locked',
      list: [true, true, true],
      text: null,
      isFeedPremium: true,
      isFoundFree: false,
      front: [false],
      toPay: { chapters: 1, credits: 2 },
    };
    expect(await shown(world, id, chapterId)).toEqual(locked);
    expect(await shown(world, id, chapterId, reader)).toEqual(locked);
    app.clock.advance(1);
    const open = {
      page: 'chapter',
      list: [false, false, false],
      text: expect.stringMatching(/^<p>/) as unknown,
      isFeedPremium: false,
      isFoundFree: true,
      front: [true],
      toPay: { chapters: 0, credits: 0 },
    };
    expect(await shown(world, id, chapterId)).toEqual(open);
    expect(await shown(world, id, chapterId, reader)).toEqual(open);
  });
});
