import { novelTag } from '#server/pagecache/tags.ts';

/** Pages that show something of a novel: its own, its chapters', lists, feeds, the sitemap. */
export const pagesOf = (novelId: string) => ['home', 'sitemap', novelTag(novelId)];
