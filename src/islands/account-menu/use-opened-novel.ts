import { useEffect } from 'react';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { refreshUser } from '#browser/session-calls.ts';
import type { openNovel } from '#shared/contracts/new-chapters.ts';

/**
 * Tells the server that the user has opened a novel's or chapter's page, which marks its chapters as
 * seen. Sends no request unless the user has unseen chapters.
 */
export function useOpenedNovel(hasNews: boolean): void {
  useEffect(() => {
    const id = document.querySelector<HTMLElement>('[data-novel]')?.dataset.novel;
    if (!hasNews || id === undefined) return;
    void call<typeof openNovel>('PUT', '/api/novels/{id}/opened', { params: { id } }).then(
      (outcome) => {
        if (!outcome.ok) logFailure('opened novel', outcome);
        else if (outcome.data.isFollowed) void refreshUser();
      },
    );
  }, [hasNews]);
}
