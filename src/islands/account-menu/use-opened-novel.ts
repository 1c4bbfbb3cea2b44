import { useEffect } from 'react';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { refreshUser } from '#browser/session-calls.ts';
import type { openNovel } from '#shared/contracts/new-chapters.ts';

/**
 * Tells the server that the person has the page of a novel or of a chapter open, so that nothing of
 * it is new to them. Only to whom something is new: everybody else asks nothing.
 */
export function useOpenedNovel(hasNews: boolean): void {
  useEffect(() => {
    const id = document.querySelector<HTMLElement>('[data-novel]')?.dataset.novel;
    if (!hasNews || id === undefined) return;
    void call<typeof openNovel>('PUT', '/api/novels/{id}/opened', { params: { id } }).then(
      (outcome) => {
        if (!outcome.ok) logFailure('opened novel', outcome);
        else if (outcome.data.isFavorited) void refreshUser();
      },
    );
  }, [hasNews]);
}
