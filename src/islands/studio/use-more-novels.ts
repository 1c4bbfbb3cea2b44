import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { UnannouncedNovel } from '#shared/contracts/author-names.ts';
import { listStudioNovels, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { asRows, usePages, type Page } from '../ui/use-pages.ts';

export type NovelsPage = {
  novels: StudioNovelBody[];
  nextCursor: string | null;
  newStatement: string | null;
  unannounced?: UnannouncedNovel[] | undefined;
};

/** A page of the novels that the user may edit, last changed first; without `cursor` the first. */
export const fetchNovels = (owner: 'me' | 'all', search = '', cursor?: string) =>
  call(listStudioNovels, {
    query: { owner, search, ...(cursor !== undefined && { cursor }) },
  });

/** A list of novels, loaded page by page. */
export function useMoreNovels(first: NovelsPage, owner: 'me' | 'all', search = '') {
  const load = useCallback(
    async (cursor?: string) => {
      const outcome = await fetchNovels(owner, search, cursor);
      return asRows(outcome, toPage);
    },
    [owner, search],
  );
  return usePages(load, toPage(first));
}

const toPage = ({
  novels,
  nextCursor,
}: Pick<NovelsPage, 'novels' | 'nextCursor'>): Page<StudioNovelBody> => ({
  rows: novels,
  nextCursor,
});
