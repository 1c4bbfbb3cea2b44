import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { readerDays, readingPlaces } from '#server/core/db/schema/reading.ts';
import { getReadingLog, setReadingLog } from '#shared/contracts/reading-log.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs } from '../world/people.ts';
import { describeInStudio, succeed } from '../world/studio.ts';

describeInStudio('a reading log', (world) => {
  test('counts what was read to its end by month and year of Paris, from what is stored', async () => {
    const { app } = world;
    const reader = await signInAs(app);
    expect(await succeed(app, reader, getReadingLog)).toEqual({ isOn: true, periods: [] });
    const [one, two] = [
      await addNovel(app, { title: 'Lu', chapters: 3 }),
      await addNovel(app, { title: 'Ouvert', chapters: 1 }),
    ];
    await app.db.update(chapters).set({ wordCount: 2_300 }).where(eq(chapters.novelId, one.id));
    const place = { userId: reader.user.id, paragraph: null, characterOffset: 1 };
    const at = ['2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z', '2026-02-01T12:00:00Z'];
    await app.db.insert(readingPlaces).values([
      ...one.chapterIds.map((chapterId, index) => ({
        ...place,
        chapterId,
        updatedAt: new Date(at[index] ?? ''),
      })),
      // Begun: no chapter, but its novel by the day.
      { ...place, chapterId: two.chapterIds[0] ?? '', paragraph: 3, updatedAt: new Date() },
    ]);
    const days = [one, two].map(({ id }) => ({ novelId: id, day: '2026-02-01' }));
    await app.db.insert(readerDays).values(days.map((day) => ({ ...day, userId: reader.user.id })));
    const { periods } = await succeed(app, reader, getReadingLog);
    expect(periods).toEqual([
      { period: '2026-02', minutes: 10, chapters: 1, novels: 2 },
      { period: '2026-01', minutes: 10, chapters: 1, novels: 1 },
      { period: '2026', minutes: 20, chapters: 2, novels: 2 },
      { period: '2025-12', minutes: 10, chapters: 1, novels: 1 },
      { period: '2025', minutes: 10, chapters: 1, novels: 1 },
    ]);
    expect((await succeed(app, world.reader, getReadingLog)).periods).toEqual([]);
    const off = { isOn: false, periods: [] };
    const body = { isOn: false };
    await succeed(app, reader, setReadingLog, { body });
    expect(await succeed(app, reader, getReadingLog)).toEqual(off);
    await succeed(app, reader, setReadingLog, { body: { isOn: true } });
    expect(await succeed(app, reader, getReadingLog)).toEqual({ isOn: true, periods });
  });
});
