import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { listStudioNovels, StudioNovelBody } from '#shared/contracts/studio-novels.ts';

export type NovelsPage = { novels: StudioNovelBody[]; nextCursor: string | null };

/** A page of the novels that one may work on, last changed first; without `cursor` the first. */
export const askForNovels = (owner: 'me' | 'all', search = '', cursor?: string) =>
  call<typeof listStudioNovels>('GET', '/api/studio/novels', {
    query: { owner, search, ...(cursor !== undefined && { cursor }) },
  });

/** A list of novels that grows by a page when asked to. `failure` is '' or says why it did not. */
export function useMoreNovels(first: NovelsPage, owner: 'me' | 'all', search = '') {
  const [more, setMore] = useState<NovelsPage[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState('');
  const pages = [first, ...more];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const loadMore = async () => {
    if (isLoading || cursor === null) return;
    setLoading(true);
    const outcome = await askForNovels(owner, search, cursor);
    setLoading(false);
    setFailure(outcome.ok ? '' : outcome.message);
    if (outcome.ok) setMore((before) => [...before, outcome.data]);
  };
  const novels = pages.flatMap((page) => page.novels);
  return { novels, isAll: cursor === null, isLoading, failure, loadMore };
}
