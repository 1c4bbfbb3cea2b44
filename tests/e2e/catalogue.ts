import type { APIRequestContext } from 'playwright/test';
import { listChapters, type PublicChapterBody } from '#shared/contracts/chapters.ts';
import { listNovels, type NovelBody } from '#shared/contracts/novels.ts';

export type { PublicChapterBody };

/** A novel with its chapters, by number. */
type ListedNovel = NovelBody & { chapters: PublicChapterBody[] };

/** What the API tells a stranger, and short ways into it. */
export type Catalogue = {
  /** Newest first. */
  novels: ListedNovel[];
  /** The novel with this slug. Throws where there is none. */
  novel: (slug: string) => ListedNovel;
  /** A demonstration novel with a free and a locked chapter. */
  mixed: { novel: ListedNovel; free: PublicChapterBody; locked: PublicChapterBody };
};

/** Reads every novel and chapter through the API. */
export async function readCatalogue(request: APIRequestContext): Promise<Catalogue> {
  const listed = listNovels.response.parse(
    await (await request.get('/api/novels?limit=60')).json(),
  );
  const novels = await Promise.all(
    listed.novels.map(async (novel) => {
      const answer = await request.get(`/api/chapters/novel/${novel._id}`);
      return { ...novel, chapters: listChapters.response.parse(await answer.json()) };
    }),
  );
  // Only the demonstration's have ratings from the start: what stories publish is not meant.
  const withBoth = novels.find(
    ({ chapters, ratingCount }) =>
      ratingCount > 0 && chapters.some(isLocked) && !chapters.every(isLocked),
  );
  return {
    novels,
    novel: (slug) =>
      required(
        novels.find((novel) => novel.slug === slug),
        `novel ${slug}`,
      ),
    mixed: {
      novel: required(withBoth, 'novel with free and locked chapters'),
      free: required(
        withBoth?.chapters.find((chapter) => !isLocked(chapter)),
        'free chapter',
      ),
      locked: required(withBoth?.chapters.find(isLocked), 'locked chapter'),
    },
  };
}

/** The value, or an error that says what is missing. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

function isLocked(chapter: PublicChapterBody): boolean {
  return chapter.isLocked;
}
