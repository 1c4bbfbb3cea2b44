import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getOwnView } from '#shared/contracts/chapters.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';

describeInMarkedWorld('a reader’s own view of a chapter', (world) => {
  const first = () => world.chapterIds[0] ?? '';
  const get = async (browser: TestBrowser | null, path: string) =>
    (await ask(world.app, browser, 'GET', path)).body;
  const view = async (browser: TestBrowser, id = first()) =>
    getOwnView.response.parse(await get(browser, `/api/chapters/${id}/own-view`));

  test('is what four calls say', async () => {
    const reader = await signInAs(world.app, { name: 'Ada' });
    const id = first();
    await ask(world.app, reader, 'PUT', `/api/chapters/${id}/like`);
    await ask(world.app, reader, 'PUT', `/api/chapters/${id}/bookmark`);
    const place = { paragraph: 4, offset: 2, mark: 9, start: 0, end: 0, before: 0, after: 0 };
    const sentAt = Date.now();
    await ask(world.app, reader, 'PUT', `/api/chapters/${id}/place`, {
      place,
      version: null,
      sentAt,
    });
    const seen = await view(reader);
    expect(seen.info).toMatchObject({ hasLiked: true, isBookmarked: true });
    expect(seen.place?.place).toEqual(place);
    expect(seen).toEqual({
      user: await get(reader, '/api/auth/user'),
      info: await get(reader, `/api/chapters/${id}/info`),
      place: await get(reader, `/api/chapters/${id}/place`),
      preferences: await get(reader, '/api/auth/preferences'),
    });
  });

  test('has no place where the chapter is locked for them, and has one once it is not', async () => {
    const reader = await signInAs(world.app, { name: 'Bruno' });
    const id = world.chapterIds[1] ?? '';
    await world.app.db.update(chapters).set({ isPremium: true }).where(eq(chapters.id, id));
    expect((await view(reader, id)).place).toBeNull();
    expect((await view(reader)).info.isNextOpen).toBe(false);
    await unlock(world.app, reader.user.id, id);
    expect((await view(reader, id)).place).toEqual({
      place: null,
      version: null,
      isRead: false,
      isOwn: false,
    });
    expect((await view(reader)).info.isNextOpen).toBe(true);
  });
});
