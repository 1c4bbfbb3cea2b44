import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { freeRules } from '#server/core/db/schema/free-rules.ts';
import { releasedChapters } from '#server/core/db/schema/outbox.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { getFreeRules, setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import { confirmUpload, uploadBook } from '#shared/contracts/studio-uploads.ts';
import { addDraftNovel, describeInStudio, novelForm, request, succeed } from '../world/studio.ts';

type Wish = z.input<(typeof confirmUpload)['body']>;

const book = Buffer.from(
  ['Le départ', 'La traversée', 'Le retour']
    .map((title) => `# ${title}\n\nLa mer était calme.`)
    .join('\n\n'),
);
/** Clocks go forward on 30 March 2098. */
const slots = ['2098-03-27T17:30:00.000Z', '2098-03-31T16:30:00.000Z', '2098-04-03T16:30:00.000Z'];
const wish: Wish = {
  target: { kind: 'new', takesCover: false, ...novelForm('Le Phare') },
  edits: [],
  premiumFrom: 2,
  creditCost: 3,
  freeRule: { kind: 'after', days: 7 },
  publication: 'scheduled',
  slots,
};

describeInStudio('what an import makes of its chapters', (world) => {
  const upload = () =>
    succeed(world.app, world.mathilde, uploadBook, { query: { name: 'phare.md' }, body: book });
  const confirm = async (body: Wish) => {
    const { _id } = await upload();
    return succeed(world.app, world.mathilde, confirmUpload, { params: { id: _id }, body });
  };
  const saved = (novelId: string) =>
    world.app.db
      .select({
        status: chapters.status,
        at: chapters.publishedAt,
        isSilent: chapters.isSilent,
        price: chapters.creditCost,
        isPremium: chapters.isPremium,
        freeFrom: chapters.freeFrom,
      })
      .from(chapters)
      .where(eq(chapters.novelId, novelId))
      .orderBy(chapters.chapterNumber);

  test('each is scheduled at its instant and priced, and free seven days later in Paris', async () => {
    const { app, mathilde } = world;
    const { _id } = await upload();
    const told = { params: { id: _id }, body: wish };
    const [made, again] = await Promise.all([
      succeed(app, mathilde, confirmUpload, told),
      succeed(app, mathilde, confirmUpload, told),
    ]);
    expect(again).toEqual(made);
    const free = { isPremium: false, freeFrom: null };
    const sold = { isPremium: true, price: 3 };
    const scheduled = { status: 'scheduled', isSilent: false };
    expect(await saved(made.novelId)).toMatchObject([
      { ...scheduled, ...free, at: new Date('2098-03-27T17:30:00Z') },
      {
        ...scheduled,
        ...sold,
        at: new Date('2098-03-31T16:30:00Z'),
        freeFrom: new Date('2098-04-07T16:30:00Z'),
      },
      {
        ...scheduled,
        ...sold,
        at: new Date('2098-04-03T16:30:00Z'),
        freeFrom: new Date('2098-04-10T16:30:00Z'),
      },
    ]);
    const rules = await succeed(app, mathilde, getFreeRules, { params: { id: made.novelId } });
    expect(rules).toEqual({ days: 7, parts: [] });
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, made.novelId));
    expect(novel).toMatchObject({ isDraft: true, chapterCount: 0 });
  });

  test.each([
    [false, 1],
    [true, 0],
  ])(
    'scheduled with isSilent %s, the first to come out tells of %i chapter',
    async (isSilent, count) => {
      const { app } = world;
      const { novelId } = await confirm({ ...wish, isSilent });
      const clock = { ...app.clock, now: () => new Date('2098-03-28T00:00:00Z') };
      await publishDueChapters({ ...app, clock });
      expect((await saved(novelId)).map(({ status }) => status)).toEqual([
        'published',
        'scheduled',
        'scheduled',
      ]);
      const told = await app.db
        .select({ id: chapters.id })
        .from(releasedChapters)
        .innerJoin(chapters, eq(chapters.id, releasedChapters.chapterId))
        .where(eq(chapters.novelId, novelId));
      expect(told).toHaveLength(count);
    },
  );

  test('a rule for a novel that there is concerns its other chapters, and none leaves it', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Suite', chapters: 1 });
    await succeed(app, mathilde, setFreeRule, {
      params: { id },
      body: { parts: [null], rule: { kind: 'after', days: 30 } },
    });
    const target = { kind: 'existing' as const, novelId: id };
    const rule = async () => (await succeed(app, mathilde, getFreeRules, { params: { id } })).days;
    await confirm({ ...wish, target, freeRule: null });
    expect(await rule()).toBe(30);
    expect((await saved(id)).at(-1)?.freeFrom).toEqual(new Date('2098-05-03T16:30:00Z'));
    await confirm({ ...wish, target, freeRule: { kind: 'after', days: 7 } });
    expect(await rule()).toBe(7);
    const freeFrom = (await saved(id)).map((chapter) => chapter.freeFrom?.toISOString());
    const sold = ['2098-04-07T16:30:00.000Z', '2098-04-10T16:30:00.000Z'];
    // The one that was there is a draft; the first of each import is free.
    expect(freeFrom).toEqual([undefined, undefined, ...sold, undefined, ...sold]);
    await confirm({ ...wish, target, freeRule: { kind: 'never' } });
    expect(await rule()).toBeNull();
  });

  test.each([
    ['too few dates', { slots: slots.slice(1) }, 'slots'],
    ['a date that is past', { slots: ['2020-01-01T10:00:00Z', ...slots.slice(1)] }, 'slots'],
    ['a date that is none', { slots: ['demain', ...slots.slice(1)] }, 'slots.0'],
    ['dates for drafts', { publication: 'draft' as const }, 'slots'],
    ['no days of a rule', { freeRule: { kind: 'after' as const, days: 0 } }, 'freeRule.days'],
  ])('%s are refused, and change nothing', async (_, wrong, field) => {
    const { app, mathilde } = world;
    const { _id } = await upload();
    const count = async () => [
      await app.db.$count(chapters),
      await app.db.$count(novels),
      await app.db.$count(freeRules),
    ];
    const before = await count();
    const answer = await request(app, mathilde, confirmUpload, {
      params: { id: _id },
      body: { ...wish, ...wrong },
    });
    expect([answer.status, answer.refusal.errors?.[0]?.field]).toEqual([400, field]);
    expect(await count()).toEqual(before);
  });
});
