import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapterPageTags, novelPageTags } from '#server/core/pagecache/tags.ts';
import { isKept } from '../world/app.ts';
import { ask, openMarkedWorld, type MarkedWorld } from '../world/marks.ts';

let world: MarkedWorld;
beforeAll(async () => {
  world = await openMarkedWorld();
});
afterAll(() => world.close());

/** What a reader changes, and which cached pages show it. */
const marks = {
  'a favourite': {
    send: ({ app, lea, novelId }: MarkedWorld) =>
      ask(app, lea, 'POST', `/api/novels/${novelId}/favorite`, { isFavorited: true }),
    shownOn: ['/novel'],
  },
  'a rating': {
    send: ({ app, lea, novelId }: MarkedWorld) =>
      ask(app, lea, 'POST', `/api/novels/${novelId}/rate`, { rating: 4 }),
    shownOn: ['/', '/novel'],
  },
  'a like': {
    send: ({ app, lea, chapterIds }: MarkedWorld) =>
      ask(app, lea, 'PUT', `/api/chapters/${chapterIds[0] ?? ''}/like`),
    shownOn: ['/chapter'],
  },
  'a bookmark': {
    send: ({ app, lea, chapterIds }: MarkedWorld) =>
      ask(app, lea, 'PUT', `/api/chapters/${chapterIds[0] ?? ''}/bookmark`),
    shownOn: [],
  },
} satisfies Record<
  string,
  { send: (world: MarkedWorld) => Promise<{ status: number }>; shownOn: string[] }
>;

test.each(Object.entries(marks))(
  '%s drops the pages that show it, and none when it changes nothing',
  async (_, { send, shownOn }) => {
    const { app, novelId, chapterIds } = world;
    const [chapterId = '', otherId = ''] = chapterIds;
    const tags = {
      '/': ['home'],
      '/novel': novelPageTags(novelId),
      '/chapter': chapterPageTags(novelId, chapterId),
      '/other-chapter': chapterPageTags(novelId, otherId),
      '/other-novel': novelPageTags(otherId),
    };
    const keepAll = () =>
      Promise.all(
        Object.entries(tags).map(([path, shown]) =>
          app.pages.get(path, () =>
            Promise.resolve({ status: 200, headers: {}, body: Buffer.from('x'), tags: shown }),
          ),
        ),
      );
    const dropped = () => Object.keys(tags).filter((path) => !isKept(app, path));
    await keepAll();
    expect((await send(world)).status).toBe(200);
    expect(dropped()).toEqual(shownOn);
    await keepAll();
    expect((await send(world)).status).toBe(200);
    expect(dropped()).toEqual([]);
  },
);
