import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { releasedChapters } from '#server/core/db/schema/outbox.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { createChapter, listStudioChapters, saveCopy } from '#shared/contracts/studio-chapters.ts';
import { messages } from '#shared/messages.ts';
import { ask } from '../world/marks.ts';
import { pass } from '../world/passes.ts';
import {
  addDraftNovel,
  describeInStudio,
  newKey,
  publish,
  request,
  succeed,
} from '../world/studio.ts';

type Body = z.input<(typeof changeChapters)['body']>;

const hourMs = 3_600_000;

describeInStudio('many chapters at once', (world) => {
  const add = (count: number) => addDraftNovel(world.app, world.mathilde, { chapters: count });
  const batch = (id: string, body: Body) =>
    succeed(world.app, world.mathilde, changeChapters, { params: { id }, body });
  const list = async (id: string) => {
    const told = { params: { id } };
    return (await succeed(world.app, world.mathilde, listStudioChapters, told)).chapters;
  };
  const releasesOf = (ids: readonly string[]) =>
    world.app.db
      .select()
      .from(releasedChapters)
      .where(inArray(releasedChapters.chapterId, [...ids]));

  test('are published together, as one notice, and those that are not ready stay', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await add(3);
    const params = { id };
    const empty = await succeed(app, mathilde, createChapter, {
      params,
      body: { key: newKey(), title: 'Vide' },
    });
    const chosen = [...chapterIds, empty._id];
    const done = await batch(id, { action: 'publish', chapterIds: chosen });
    expect(done).toEqual({
      done: 3,
      refused: [{ _id: empty._id, message: messages.studio.chapterTextMissing }],
    });
    const states = (await list(id)).map(({ status }) => status);
    expect(states).toEqual(['published', 'published', 'published', 'draft']);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel).toMatchObject({ chapterCount: 3, isDraft: false });
    const released = await releasesOf(chapterIds);
    expect(released).toHaveLength(3);
    expect(new Set(released.map(({ releaseId }) => releaseId)).size).toBe(1);

    // Asked again, nothing is published or told twice, and no date changes.
    const before = await list(id);
    await batch(id, { action: 'publish', chapterIds });
    expect(await list(id)).toEqual(before);
    expect(await releasesOf(chapterIds)).toEqual(released);
  });

  test('are scheduled at an instant each; a past one and a published chapter are refused', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await add(4);
    const [first = '', second = '', third = '', fourth = ''] = chapterIds;
    await publish(app, mathilde, first);
    const at = (hours: number) =>
      new Date(app.clock.now().getTime() + hours * hourMs).toISOString();
    const done = await batch(id, {
      action: 'schedule',
      slots: [
        { chapterId: first, at: at(1) },
        { chapterId: second, at: at(24) },
        { chapterId: third, at: at(48) },
        { chapterId: fourth, at: at(-1) },
      ],
    });
    expect(done).toEqual({
      done: 2,
      refused: [
        { _id: first, message: messages.studio.chapterPublished },
        { _id: fourth, message: messages.studio.instantPast },
      ],
    });
    expect((await list(id)).map(({ status, publishedAt }) => [status, publishedAt])).toEqual([
      ['published', expect.any(String)],
      ['scheduled', at(24)],
      ['scheduled', at(48)],
      ['draft', null],
    ]);
    expect(await releasesOf([second, third])).toEqual([]);

    await batch(id, { action: 'withdraw', chapterIds: [second, third] });
    expect((await list(id)).map(({ status }) => status)).toEqual([
      'published',
      'draft',
      'draft',
      'draft',
    ]);
  });

  test('published and scheduled ones have their working copies as last saved', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await add(2);
    const [first = '', second = ''] = chapterIds;
    await publish(app, mathilde, first);
    const [{ copyVersion } = { copyVersion: 0 }] = await app.db
      .select()
      .from(chapters)
      .where(eq(chapters.id, first));
    await succeed(app, mathilde, saveCopy, {
      params: { id: first },
      body: { title: 'Corrigé', html: '<p>Mieux.</p>', version: copyVersion },
    });
    const at = new Date(app.clock.now().getTime() + hourMs).toISOString();
    await batch(id, { action: 'publish', chapterIds: [first] });
    await batch(id, { action: 'schedule', slots: [{ chapterId: second, at }] });
    expect(await list(id)).toMatchObject([
      { publicTitle: 'Corrigé', hasChanges: false },
      { status: 'scheduled', hasChanges: false },
    ]);
  });

  test('have one price and one part; a free one keeps the price that it had', async () => {
    const { id, chapterIds } = await add(3);
    const some = chapterIds.slice(1);
    await batch(id, { action: 'price', chapterIds: some, isPremium: true, creditCost: 4 });
    await batch(id, { action: 'part', chapterIds: some, part: '  Livre   deux ' });
    await batch(id, {
      action: 'price',
      chapterIds: some.slice(1),
      isPremium: false,
      creditCost: 9,
    });
    expect(await list(id)).toMatchObject([
      { isPremium: false, creditCost: 1, part: null },
      { isPremium: true, creditCost: 4, part: 'Livre deux' },
      { isPremium: false, creditCost: 4, part: 'Livre deux' },
    ]);
  });

  test('move behind another chapter in the order they have', async () => {
    const { id, chapterIds } = await add(5);
    const [a = '', b = '', c = '', d = '', e = ''] = chapterIds;
    await batch(id, { action: 'move', chapterIds: [b, a], afterId: d });
    const order = async () =>
      (await list(id)).map(({ _id, chapterNumber }) => [chapterNumber, _id]);
    const wanted = [c, d, a, b, e].map((one, index) => [index + 1, one]);
    expect(await order()).toEqual(wanted);
    await batch(id, { action: 'move', chapterIds: [b, a], afterId: d });
    expect(await order()).toEqual(wanted);
    await batch(id, { action: 'move', chapterIds: [e], afterId: null });
    expect((await order())[0]).toEqual([1, e]);
    const stranger = newKey();
    const refused = await batch(id, { action: 'move', chapterIds: [e], afterId: stranger });
    expect(refused).toEqual({
      done: 0,
      refused: [{ _id: e, message: messages.studio.chaptersStale }],
    });
  });

  test('are deleted but for those that a reader has unlocked, and the others are renumbered', async () => {
    const { app, reader } = world;
    const { id, chapterIds } = await add(5);
    const [, second = '', third = ''] = chapterIds;
    await batch(id, { action: 'publish', chapterIds });
    await batch(id, { action: 'price', chapterIds: [third], isPremium: true, creditCost: 1 });
    await pass(app, reader.user.id, [newKey()]);
    const entry = { delta: 3, kind: 'adjustment', reference: newKey() } as const;
    await app.db.transaction((tx) => moveCredits(tx, reader.user.id, [entry], app.clock.now()));
    await ask(app, reader, 'POST', `/api/chapters/${third}/unlock`);
    const gone = [second, third, chapterIds[3] ?? ''];
    const done = await batch(id, { action: 'delete', chapterIds: gone });
    expect(done).toEqual({
      done: 2,
      refused: [{ _id: third, message: messages.studio.chapterUnlocked }],
    });
    expect((await list(id)).map(({ _id, chapterNumber }) => [chapterNumber, _id])).toEqual([
      [1, chapterIds[0]],
      [2, third],
      [3, chapterIds[4]],
    ]);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel).toMatchObject({ chapterCount: 3 });
    // Deleted already, they are not found.
    const again = await batch(id, { action: 'delete', chapterIds: [second] });
    expect(again).toEqual({
      done: 0,
      refused: [{ _id: second, message: messages.chapterMissing }],
    });
  });

  test('of another novel are not found, and another author changes none', async () => {
    const { id } = await add(1);
    const other = await add(1);
    const chosen = { action: 'part', chapterIds: other.chapterIds, part: 'À moi' } as const;
    expect(await batch(id, chosen)).toMatchObject({ done: 0 });
    const told = { params: { id: other.id }, body: chosen };
    expect(await request(world.app, world.karim, changeChapters, told)).toMatchObject({
      status: 404,
    });
    expect(await list(other.id)).toMatchObject([{ part: null }]);
  });

  test('cost no more statements for a thousand than for three', { tags: 'slow' }, async () => {
    const { app } = world;
    const count = async (size: number) => {
      const { id } = await add(3);
      const extra = Array.from({ length: size - 3 }, (_, index) => ({
        id: newKey(),
        novelId: id,
        chapterNumber: index + 4,
        title: `Jour ${index + 4}`,
        wordCount: 12,
      }));
      for (let from = 0; from < extra.length; from += 500) {
        await app.db.insert(chapters).values(extra.slice(from, from + 500));
      }
      const ids = (await list(id)).map(({ _id }) => _id);
      expect(ids).toHaveLength(size);
      world.queries.length = 0;
      await batch(id, { action: 'publish', chapterIds: ids, isSilent: true });
      await batch(id, { action: 'price', chapterIds: ids, isPremium: true, creditCost: 2 });
      await batch(id, { action: 'delete', chapterIds: ids.slice(1) });
      return world.queries.length;
    };
    const few = await count(3);
    expect(few).toBeGreaterThan(3);
    expect(await count(1_000)).toBe(few);
  });
});
