import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { novelTag } from '#server/core/pagecache/tags.ts';
import { dropPagesOfFreed } from '#server/publishing/free-rules.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { listStudioChapters, setChapterSettings } from '#shared/contracts/studio-chapters.ts';
import { setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import { messages } from '#shared/messages.ts';
import { signInAs } from '../world/people.ts';
import { addDraftNovel, describeInStudio, request, succeed } from '../world/studio.ts';

type Rule = z.input<(typeof setFreeRule)['body']>;

const dayMs = 86_400_000;

describeInStudio('premium chapters that become free', (world) => {
  const batch = (id: string, body: z.input<(typeof changeChapters)['body']>) =>
    succeed(world.app, world.mathilde, changeChapters, { params: { id }, body });
  const set = (id: string, body: Rule) =>
    succeed(world.app, world.mathilde, setFreeRule, { params: { id }, body });
  const days = async (id: string) => {
    const params = { id };
    const listed = await succeed(world.app, world.mathilde, listStudioChapters, { params });
    return listed.chapters.map(({ freeFrom }) => freeFrom);
  };
  /** A novel with this many premium chapters that come out then. */
  async function scheduled(...instants: string[]) {
    const { id, chapterIds } = await addDraftNovel(world.app, world.mathilde, {
      chapters: instants.length,
    });
    await batch(id, { action: 'price', chapterIds, isPremium: true, creditCost: 1 });
    const slots = chapterIds.map((chapterId, index) => ({ chapterId, at: instants[index] ?? '' }));
    await batch(id, { action: 'schedule', slots });
    return { id, chapterIds };
  }

  test('are free at the same hour of Paris when clocks change in between', async () => {
    // Clocks go forward on 30 March 2098 and back on 26 October 2098.
    const { id } = await scheduled('2098-03-27T17:30:00Z', '2098-10-24T16:30:00Z');
    await set(id, { parts: [null], rule: { kind: 'after', days: 7 } });
    expect(await days(id)).toEqual(['2098-04-03T16:30:00.000Z', '2098-10-31T17:30:00.000Z']);
  });

  test('follow the rule of their part before that of the novel', async () => {
    const at = '2098-06-01T10:00:00Z';
    const { id, chapterIds } = await scheduled(at, at, at);
    const [, second = '', third = ''] = chapterIds;
    await batch(id, { action: 'part', chapterIds: [second], part: 'Livre II' });
    await batch(id, { action: 'part', chapterIds: [third], part: 'Livre III' });
    await set(id, { parts: [null], rule: { kind: 'after', days: 10 } });
    await set(id, { parts: ['Livre II'], rule: { kind: 'after', days: 30 } });
    await set(id, { parts: ['Livre III'], rule: { kind: 'never' } });
    expect(await days(id)).toEqual(['2098-06-11T10:00:00.000Z', '2098-07-01T10:00:00.000Z', null]);
    // Moved into another part, a chapter follows that one's rule.
    await batch(id, { action: 'part', chapterIds: [third], part: 'Livre II' });
    expect((await days(id))[2]).toBe('2098-07-01T10:00:00.000Z');
    const left = await set(id, { parts: ['Livre II'], rule: { kind: 'inherit' } });
    expect(left).toEqual({ days: 10, parts: [{ part: 'Livre III', days: null }] });
    expect((await days(id))[1]).toBe('2098-06-11T10:00:00.000Z');
    await set(id, { parts: [null], rule: { kind: 'never' } });
    expect(await days(id)).toEqual([null, null, null]);
  });

  test('follow one rule set for several parts and for those outside, all or none', async () => {
    const at = '2098-06-01T10:00:00Z';
    const { id, chapterIds } = await scheduled(at, at, at);
    const [, second = '', third = ''] = chapterIds;
    await batch(id, { action: 'part', chapterIds: [second], part: 'Livre II' });
    await batch(id, { action: 'part', chapterIds: [third], part: 'Livre III' });
    const parts = [null, 'Livre II', 'Livre II', 'Livre III'];
    const wish: Rule = { parts, rule: { kind: 'after', days: 10 } };
    const rules = await set(id, wish);
    expect(rules).toEqual({
      days: 10,
      parts: [
        { part: 'Livre II', days: 10 },
        { part: 'Livre III', days: 10 },
      ],
    });
    expect(await set(id, wish)).toEqual(rules);
    expect(new Set(await days(id))).toEqual(new Set(['2098-06-11T10:00:00.000Z']));
    const wrong = await request(world.app, world.mathilde, setFreeRule, {
      params: { id },
      body: { parts: ['Livre II', 'x'.repeat(1000)], rule: { kind: 'never' } },
    });
    expect(wrong.status).toBe(400);
    expect(await set(id, { ...wish, rule: { kind: 'never' } })).toEqual({
      days: null,
      parts: [
        { part: 'Livre II', days: null },
        { part: 'Livre III', days: null },
      ],
    });
    expect(await set(id, { ...wish, rule: { kind: 'inherit' } })).toEqual({
      days: null,
      parts: [],
    });
  });

  test('keep a day that their author chose, and lose a rule’s with their price', async () => {
    const { id, chapterIds } = await scheduled('2098-06-01T10:00:00Z', '2098-06-01T10:00:00Z');
    const [first = '', second = ''] = chapterIds;
    const chosen = '2098-06-02T10:00:00.000Z';
    await succeed(world.app, world.mathilde, setChapterSettings, {
      params: { id: first },
      body: { part: null, isPremium: true, creditCost: 1, freeFrom: chosen },
    });
    await set(id, { parts: [null], rule: { kind: 'after', days: 7 } });
    expect(await days(id)).toEqual([chosen, '2098-06-08T10:00:00.000Z']);
    await batch(id, { action: 'price', chapterIds: [second], isPremium: false, creditCost: 1 });
    expect(await days(id)).toEqual([chosen, null]);
  });

  test('stay free when the rule is prolonged', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 1 });
    const [chapterId = ''] = chapterIds;
    await batch(id, { action: 'price', chapterIds, isPremium: true, creditCost: 1 });
    await batch(id, { action: 'publish', chapterIds });
    const publishedAt = new Date(app.clock.now().getTime() - 10 * dayMs);
    await app.db.update(chapters).set({ publishedAt }).where(eq(chapters.id, chapterId));
    await set(id, { parts: [null], rule: { kind: 'after', days: 7 } });
    const [freed] = await app.db
      .select()
      .from(chapters)
      .where(and(eq(chapters.id, chapterId), eq(chapters.isFreeByRule, true)));
    expect(freed?.freeFrom?.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
    await set(id, { parts: [null], rule: { kind: 'after', days: 700 } });
    expect(await days(id)).toEqual([freed?.freeFrom?.toISOString()]);
  });

  test('whose day is past are not sold with others, and say so', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 3 });
    const [old = '', recent = ''] = chapterIds;
    await batch(id, { action: 'publish', chapterIds: [old, recent] });
    const publishedAt = new Date(app.clock.now().getTime() - 30 * dayMs);
    await app.db.update(chapters).set({ publishedAt }).where(eq(chapters.id, old));
    await set(id, { parts: [null], rule: { kind: 'after', days: 7 } });
    const sell: z.input<(typeof changeChapters)['body']> = {
      action: 'price',
      chapterIds,
      isPremium: true,
      creditCost: 5,
    };
    const sold = await batch(id, sell);
    const message = messages.studio.chapterStaysFree;
    expect(sold).toEqual({ done: 2, refused: [{ _id: old, message }] });
    const listed = await succeed(app, mathilde, listStudioChapters, { params: { id } });
    expect(listed.chapters.map(({ isPremium }) => isPremium)).toEqual([false, true, true]);
    // Without the rule it can be sold, and is.
    await set(id, { parts: [null], rule: { kind: 'never' } });
    expect(await batch(id, sell)).toEqual({ done: 3, refused: [] });
    expect(await days(id)).toEqual([null, null, null]);
    // What was freed by a rule, then had no price, keeps nothing of the rule.
    await set(id, { parts: [null], rule: { kind: 'after', days: 7 } });
    expect((await batch(id, sell)).refused).toEqual([{ _id: old, message }]);
    await batch(id, { action: 'price', chapterIds: [old], isPremium: false, creditCost: 5 });
    await set(id, { parts: [null], rule: { kind: 'never' } });
    expect(await batch(id, sell)).toEqual({ done: 3, refused: [] });
    expect(await days(id)).toEqual([null, null, null]);
  });

  test('keep the rule of a part whose title changes for all of its chapters', async () => {
    const at = '2098-06-01T10:00:00Z';
    const { id, chapterIds } = await scheduled(at, at, at);
    const [first = '', second = ''] = chapterIds;
    await batch(id, { action: 'part', chapterIds: [first, second], part: 'Arc I' });
    const ruled = { part: 'Arc I', days: 30 };
    await set(id, { parts: ['Arc I'], rule: { kind: 'after', days: 30 } });
    const freeAt = '2098-07-01T10:00:00.000Z';
    // One of two leaves: the rule stays with the other.
    await batch(id, { action: 'part', chapterIds: [first], part: 'Prologue' });
    expect(await days(id)).toEqual([null, freeAt, null]);
    await batch(id, { action: 'part', chapterIds: [first], part: 'Arc I' });
    await batch(id, { action: 'part', chapterIds: [first, second], part: 'Le Phare' });
    expect(await days(id)).toEqual([freeAt, freeAt, null]);
    await batch(id, { action: 'part', chapterIds: [first], part: null });
    await succeed(world.app, world.mathilde, setChapterSettings, {
      params: { id: second },
      body: { part: 'La Lampe', isPremium: true, creditCost: 1, freeFrom: freeAt },
    });
    const rules = await set(id, { parts: [null], rule: { kind: 'never' } });
    expect(rules.parts).toEqual([{ ...ruled, part: 'La Lampe' }]);
    expect(await days(id)).toEqual([null, freeAt, null]);
  });

  test('of a part do not follow its chapters into another one', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 3 });
    const [old = '', moved = '', draft = ''] = chapterIds;
    await batch(id, { action: 'price', chapterIds, isPremium: true, creditCost: 1 });
    await batch(id, { action: 'publish', chapterIds: [old, moved] });
    const publishedAt = new Date(app.clock.now().getTime() - 30 * dayMs);
    await app.db.update(chapters).set({ publishedAt }).where(eq(chapters.id, old));
    await batch(id, { action: 'part', chapterIds: [old], part: 'Livre II' });
    await batch(id, { action: 'part', chapterIds: [moved], part: 'Livre I' });
    await set(id, { parts: ['Livre I'], rule: { kind: 'after', days: 7 } });
    await batch(id, { action: 'part', chapterIds: [moved], part: 'Livre II' });
    expect(await days(id)).toEqual([null, null, null]);
    // A draft, which a role without prices may move, takes no rule along either.
    await batch(id, { action: 'part', chapterIds: [draft], part: 'Livre I' });
    await batch(id, { action: 'part', chapterIds: [draft], part: 'Livre II' });
    expect(await days(id)).toEqual([null, null, null]);
    const rules = await set(id, { parts: [null], rule: { kind: 'never' } });
    expect(rules.parts).toEqual([{ part: 'Livre I', days: 7 }]);
  });

  test.each(['translator', 'editor'] as const)(
    'are not moved into or out of a part with a rule by role: %s',
    async (role) => {
      const { app, mathilde } = world;
      const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 3 });
      const [plain = '', ruled = '', draft = ''] = chapterIds;
      await batch(id, { action: 'price', chapterIds, isPremium: true, creditCost: 1 });
      await batch(id, { action: 'publish', chapterIds: [plain, ruled] });
      await batch(id, { action: 'part', chapterIds: [ruled], part: 'Livre I' });
      await set(id, { parts: ['Livre I'], rule: { kind: 'after', days: 1 } });
      const member = await signInAs(app, { displayName: 'Aide' });
      await app.db.insert(novelMembers).values({ novelId: id, userId: member.user.id, role });
      const move = async (chapterId: string, part: string | null) => {
        const inBatch = await request(app, member, changeChapters, {
          params: { id },
          body: { action: 'part', chapterIds: [chapterId], part },
        });
        const [row] = await app.db.select().from(chapters).where(eq(chapters.id, chapterId));
        const alone = await request(app, member, setChapterSettings, {
          params: { id: chapterId },
          body: {
            part,
            isPremium: true,
            creditCost: 1,
            freeFrom: row?.freeFrom?.toISOString() ?? null,
          },
        });
        return [inBatch.status, alone.status];
      };
      const before = await days(id);
      expect(await move(plain, 'Livre I')).toEqual([403, 403]);
      expect(await move(ruled, null)).toEqual([403, 403]);
      expect(await move(ruled, 'Livre II')).toEqual([403, 403]);
      expect(await days(id)).toEqual(before);
      // Without a rule in play, parts are theirs to order, a published chapter's for who may publish; a
      // draft has no day.
      const status = role === 'editor' ? 200 : 403;
      expect(await move(plain, 'Livre II')).toEqual([status, status]);
      expect(await move(draft, 'Livre I')).toEqual([200, 200]);
      expect(await days(id)).toEqual(before);
    },
  );

  test('have the pages of their novel dropped once, when they become free', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 2 });
    await batch(id, { action: 'price', chapterIds, isPremium: true, creditCost: 1 });
    await batch(id, { action: 'publish', chapterIds });
    await set(id, { parts: [null], rule: { kind: 'after', days: 1 } });
    const [freeFrom] = await days(id);
    const free = Date.parse(freeFrom ?? '');
    const droppedAt = async (at: number) => {
      const dropped: string[] = [];
      const changed = (tags: readonly string[]) => {
        dropped.push(...tags);
        return Promise.resolve();
      };
      await dropPagesOfFreed({ db: app.db, changed }, new Date(at));
      return dropped.filter((tag) => tag === novelTag(id)).length;
    };
    expect(await droppedAt(free - 1)).toBe(0);
    expect(await droppedAt(free)).toBe(1);
    expect(await droppedAt(free + 10 * 60_000)).toBe(0);
  });

  test.each([0, 1.5, 4000])('are never bound to %s days', async (wrong) => {
    const { id } = await addDraftNovel(world.app, world.mathilde);
    const body = { parts: [null], rule: { kind: 'after' as const, days: wrong } };
    const { status } = await request(world.app, world.mathilde, setFreeRule, {
      params: { id },
      body,
    });
    expect(status).toBe(400);
  });
});
