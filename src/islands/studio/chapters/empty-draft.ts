/** The draft that “Écrire un chapitre” made: it goes again if it is left without a word. */
import { call } from '#browser/call.ts';
import type { deleteChapter } from '#shared/contracts/studio-chapters.ts';

let madeId = '';
let going: Promise<unknown> = Promise.resolve();

/** Remembers a draft that was just made, for as long as this page is open. */
export function rememberMade(chapterId: string): void {
  madeId = chapterId;
}

/** Deletes the draft if it was made here; the server keeps one in which anything was saved. */
export function dropIfMade(chapterId: string): void {
  if (madeId !== chapterId) return;
  madeId = '';
  going = call<typeof deleteChapter>('DELETE', '/api/studio/chapters/{id}', {
    params: { id: chapterId },
    query: { onlyEmpty: 'true' },
  });
}

/** Resolves once a draft that was left has gone: a list that is loaded then is without it. */
export const draftsGone = (): Promise<unknown> => going;
