import { call } from '#browser/call.ts';
import { withDeviceProgress } from '#browser/library/device-progress.ts';
import { mergeReading } from '#browser/library/merge-reading.ts';
import type { Outcome } from '#browser/outcome.ts';
import { libraryPagesMax } from '#shared/constants.ts';
import { listFollowedAuthors, type FollowedAuthorBody } from '#shared/contracts/authors.ts';
import {
  listFavorites,
  listHistory,
  listLibrary,
  type LibraryNovelBody,
} from '#shared/contracts/library.ts';

type Novels = readonly LibraryNovelBody[];
type Followed = { novels: Novels; authors: readonly FollowedAuthorBody[] };
type Page = { novels: LibraryNovelBody[]; nextCursor: string | null };

/** The whole library, up to a bound: it is searched and sorted in the page. */
export async function loadLibrary(): Promise<Outcome<Novels>> {
  // What this device read while signed out belongs to it.
  await mergeReading();
  return loadAll((cursor) => call(listLibrary, { query: { cursor } }));
}

/** What the user follows: all favourites, up to the same bound, and authors. */
export async function loadFollowed(): Promise<Outcome<Followed>> {
  const [novels, authors] = await Promise.all([
    loadAll((cursor) => call(listFavorites, { query: { cursor } })),
    call(listFollowedAuthors),
  ]);
  if (!novels.ok) return novels;
  if (!authors.ok) return authors;
  return { ok: true, data: { novels: novels.data, authors: authors.data } };
}

/** The chapters read last. */
export const loadHistory = () => call(listHistory);

async function loadAll(
  request: (cursor: string | undefined) => Promise<Outcome<Page>>,
): Promise<Outcome<Novels>> {
  const novels = new Map<string, LibraryNovelBody>();
  let cursor: string | undefined;
  for (let page = 0; page < libraryPagesMax; page++) {
    const outcome = await request(cursor);
    if (!outcome.ok) return outcome;
    // A novel that was changed between two requests is listed twice: the first entry is the newer.
    for (const novel of outcome.data.novels) {
      if (!novels.has(novel._id)) novels.set(novel._id, novel);
    }
    if (outcome.data.nextCursor === null) break;
    cursor = outcome.data.nextCursor;
  }
  return { ok: true, data: withDeviceProgress([...novels.values()]) };
}
