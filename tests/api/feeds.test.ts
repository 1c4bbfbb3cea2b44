import { expect, test } from 'vitest';
import { listNovelFeed } from '#server/catalogue/feeds.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { setPublication } from '#shared/contracts/studio-chapters.ts';
import { addDraftNovel, describeInStudio, publish, succeed, write } from '../world/studio.ts';

describeInStudio('the entries of a feed', (world) => {
  test('are updated by their text alone, and never before they came out', async () => {
    const { app, mathilde } = world;
    const novel = await addDraftNovel(app, mathilde, { chapters: 3 });
    const [first = '', second = '', due = ''] = novel.chapterIds;
    const entry = async (id: string) => {
      const named = { ...novel, title: 'Roman', authorName: 'Mathilde' };
      const entries = await listNovelFeed(app.db, app.clock.now(), named);
      const found = entries.find((one) => 'id' in one && one.id === id);
      if (!found || !('id' in found)) throw new Error('the chapter is not in the feed');
      return { publishedAt: found.publishedAt, updatedAt: found.updatedAt };
    };
    for (const id of [first, second]) await publish(app, mathilde, id);
    const at = new Date(app.clock.now().getTime() + 60_000);
    await succeed(app, mathilde, setPublication, {
      params: { id: due },
      body: { status: 'scheduled', version: 1, at: at.toISOString() },
    });
    app.clock.advance(90_000);
    await publishDueChapters(app);
    const out = await entry(due);
    expect(out.publishedAt).toEqual(at);
    expect(out.updatedAt.getTime()).toBeGreaterThanOrEqual(at.getTime());

    const before = await entry(first);
    const params = { id: novel.id };
    const chapterIds = [first];
    for (const body of [
      { action: 'price', chapterIds, isPremium: true, creditCost: 2 },
      { action: 'part', chapterIds, part: 'Première partie' },
      { action: 'withdraw', chapterIds },
      { action: 'publish', chapterIds, isSilent: true },
    ] as const) {
      app.clock.advance(1_000);
      await succeed(app, mathilde, changeChapters, { params, body });
    }
    expect(await entry(first)).toEqual(before);
    const version = await write(app, mathilde, first, '<p>Un autre texte.</p>');
    await publish(app, mathilde, first, version);
    expect(await entry(first)).toEqual({ ...before, updatedAt: app.clock.now() });
  });
});
