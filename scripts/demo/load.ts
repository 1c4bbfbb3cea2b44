import { countNovels } from '../../src/lib/server/catalogue/novels.ts';
import type { Database } from '../../src/lib/server/db/database.ts';
import { markdownToChapterHtml } from '../../src/lib/server/publishing/book/markdown.ts';
import { countWords } from '../../src/lib/server/publishing/book/words.ts';
import type { ChapterDraft } from '../../src/lib/server/publishing/save-chapters.ts';
import { saveNovel } from '../../src/lib/server/publishing/save-novel.ts';
import { addLife, addReaders } from './community.ts';
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
  if ((await countNovels(db)) > 0) return 0;
  const demos = await readDemoNovels();
  const talkers = new Set(
    demos.flatMap((demo) =>
      demo.comments.flatMap((comment) => [comment.name, ...comment.replies.map(({ name }) => name)]),
    ),
  );
  // All or nothing: a start that is broken off leaves an empty catalogue, which is filled next time.
  await db.transaction(async (tx) => {
    const readers = await addReaders(tx, talkers);
    const world = { db: tx, clock: { now: () => now }, changed: () => Promise.resolve() };
    for (const [index, demo] of demos.entries()) {
      onProgress(index, demos.length, demo.title);
      const { id } = await saveNovel(world, {
        ...demo,
        sourceKey: `demo:${demo.slug}`,
        createdAt: new Date(now.getTime() - demo.firstDaysAgo * dayMs),
        chapters: demo.chapters.map((text, chapter) => toDraft(demo, text, chapter + 1, now)),
      });
      await addLife(tx, id, demo, readers, now);
    }
  });
  onProgress(demos.length, demos.length, '');
  return demos.length;
}

function toDraft(
  demo: DemoNovel,
  markdown: string,
  chapterNumber: number,
  now: Date,
): ChapterDraft {
  const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const { html } = markdownToChapterHtml(body);
  const daysAgo = demo.firstDaysAgo - (chapterNumber - 1) * demo.everyDays;
  return {
    sourceKey: `chapitre-${chapterNumber}`,
    part: null,
    title: title.trim(),
    html,
    wordCount: countWords(html),
    isPremium: demo.premiumFrom !== null && chapterNumber >= demo.premiumFrom,
    publishedAt: new Date(now.getTime() - daysAgo * dayMs),
  };
}
