/** The draft that “Écrire un chapitre” made: it goes again if it is left without a word. */
import { call } from '#browser/call.ts';
import { hasDraft } from '#browser/kept-drafts.ts';
import { deleteChapter } from '#shared/contracts/studio-chapters.ts';
import { chapterNotesPlace } from '../announcements/drafts.ts';
import { readLocalCopy } from '../editor/local-copy.ts';

/** A list does not wait for longer than that. */
const timeoutMs = 5_000;

let madeId = '';
let going: Promise<unknown> = Promise.resolve();

/** Remembers a draft that was just made, for as long as this page is open. */
export function rememberMade(chapterId: string): void {
  madeId = chapterId;
}

/** Whether it was made by the press that opened its editor, and was not left since. */
export const wasMade = (chapterId: string): boolean => madeId === chapterId;

/** Its editor is left: from now on it is a chapter like all others. */
export function forgetMade(): void {
  madeId = '';
}

/**
 * Deletes the draft, unless words for it are kept on this device, by another tab or since a session
 * ended; the server keeps one in which anything was saved or set.
 */
export function dropDraft(userId: string, chapterId: string): void {
  going = (async () => {
    if (hasDraft(chapterNotesPlace(userId, chapterId))) return;
    if ((await readLocalCopy(userId, chapterId)) !== null) return;
    await call(deleteChapter, {
      params: { id: chapterId },
      query: { onlyEmpty: 'true' },
      timeoutMs,
    });
  })();
}

/** Resolves once a draft that was left has gone: a list that is loaded then is without it. */
export const draftsGone = (): Promise<unknown> => going;
