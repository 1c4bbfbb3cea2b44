import { and, eq, sql } from 'drizzle-orm';
import { countNovels } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { chapterNotes } from '#server/core/db/schema/announcements.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { readChapterFile } from '#server/publishing/book/chapter-file.ts';
import type { ChapterDraft } from '#server/publishing/save-chapters.ts';
import { saveNovel } from '#server/publishing/save-novel.ts';
import { addLife, addReaders } from './community.ts';
import { encodeOnce } from './encode-once.ts';
import { readDemoNovels, type DemoNovel } from './manifest.ts';

const dayMs = 86_400_000;

/**
 * Loads the demonstration's catalogue into an empty database.
 * @returns how many novels it loaded; 0 where there were novels already.
 */
export async function loadDemoCatalogue(
  db: Database,
  now: Date,
  onProgress: (done: number, total: number, title: string) => void = () => undefined,
): Promise<number> {
  // All or nothing: a start that is broken off leaves an empty catalogue, which is filled next time.
  const loaded = await db.transaction(async (tx) => {
    // Of several instances on one PostgreSQL, one loads; the others wait as long as it takes.
    await withoutTimeLimit(tx);
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys.demo}::bigint)`);
    if ((await countNovels(tx)) > 0) return 0;
    const demos = await readDemoNovels();
    const readers = await addReaders(tx, talkersOf(demos));
    const changed = () => Promise.resolve();
    const world = { db: tx, bucket: null, clock: { now: () => now }, changed };
    for (const [index, demo] of demos.entries()) {
      onProgress(index, demos.length, demo.title);
      const { id } = await saveNovel(world, {
        ...demo,
        cover: demo.cover && (await encodeOnce(demo.cover)),
        sourceKey: `demo:${demo.slug}`,
        createdAt: new Date(now.getTime() - demo.firstDaysAgo * dayMs),
        chapters: demo.chapters.map((text, chapter) => toDraft(demo, text, chapter + 1, now)),
      });
      await addTeasers(tx, id, demo.teasers);
      await addBeside(tx, id, demo.beside);
      await addLife(tx, id, demo, readers, now);
    }
    return demos.length;
  });
  if (loaded > 0) onProgress(loaded, loaded, '');
  return loaded;
}

async function addTeasers(tx: Database, novelId: string, teasers: DemoNovel['teasers']) {
  for (const [number, teaser] of Object.entries(teasers)) {
    await tx
      .update(chapters)
      .set({ teaser })
      .where(and(eq(chapters.novelId, novelId), eq(chapters.chapterNumber, Number(number))));
  }
}

async function addBeside(tx: Database, novelId: string, beside: DemoNovel['beside']) {
  for (const [number, written] of Object.entries(beside)) {
    const isNumber = eq(chapters.chapterNumber, Number(number));
    const found = await tx
      .select({ chapterId: chapters.id, novelId: chapters.novelId })
      .from(chapters)
      .where(and(eq(chapters.novelId, novelId), isNumber));
    for (const chapter of found) await tx.insert(chapterNotes).values({ ...chapter, ...written });
  }
}

function talkersOf(demos: readonly DemoNovel[]): Set<string> {
  const threads = demos.flatMap((demo) => demo.comments);
  return new Set(threads.flatMap(({ name, replies }) => [name, ...replies.map((r) => r.name)]));
}

function toDraft(
  demo: DemoNovel,
  markdown: string,
  chapterNumber: number,
  now: Date,
): ChapterDraft {
  const daysAgo = demo.firstDaysAgo - (chapterNumber - 1) * demo.everyDays;
  return {
    sourceKey: `chapitre-${chapterNumber}`,
    part: demo.parts.findLast(({ from }) => from <= chapterNumber)?.title ?? null,
    ...readChapterFile(markdown),
    isPremium: demo.premiumFrom !== null && chapterNumber >= demo.premiumFrom,
    publishedAt: new Date(now.getTime() - daysAgo * dayMs),
  };
}
