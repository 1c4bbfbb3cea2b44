import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadNovelPage } from '#server/catalogue/novel-page.ts';
import { sumPremium } from '#server/catalogue/premium-price.ts';
import { priceRest } from '#server/money/credits/locked-rest.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';

const dayMs = 86_400_000;

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('adds up what is published and not free, as the call for an anonymous price does', async () => {
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * dayMs);
  const { id, slug, chapterIds } = await addNovel(app, {
    chapters: [
      chapterDraft(1),
      chapterDraft(2, { isPremium: true }),
      chapterDraft(3, { isPremium: true, creditCost: 4 }),
      chapterDraft(4, { isPremium: true }),
      chapterDraft(5, { isPremium: true }),
    ],
  });
  for (const [index, days] of [
    [3, 2],
    [4, -1],
  ] as const) {
    await app.db
      .update(chapters)
      .set({ freeFrom: inDays(days) })
      .where(eq(chapters.id, chapterIds[index] ?? ''));
  }
  await addNovel(app, { title: 'Un autre', chapters: [chapterDraft(1, { isPremium: true })] });
  expect(await sumPremium(app, id)).toEqual({ chapters: 3, credits: 6 });
  expect(await priceRest(app, null, id)).toMatchObject({ chapters: 3, credits: 6 });
  const page = await loadNovelPage(app, slug, new URLSearchParams());
  expect(page).toMatchObject({ premium: { chapters: 3, credits: 6 } });
  app.clock.advance(2 * dayMs);
  expect(await sumPremium(app, id)).toEqual({ chapters: 2, credits: 5 });
  expect(await priceRest(app, null, id)).toMatchObject({ chapters: 2, credits: 5 });
});

test('a novel without premium chapters costs nothing', async () => {
  const { id } = await addNovel(app, { title: 'Sans premium' });
  expect(await sumPremium(app, id)).toEqual({ chapters: 0, credits: 0 });
});
