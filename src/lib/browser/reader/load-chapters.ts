/** Pages of the novel's list of chapters, for the reader's panel. */
import type { z } from 'zod';
import { getChapterPage } from '#shared/contracts/chapters.ts';
import { chapterPanelPageSize } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { ask, asOutcome, failure, type Outcome } from '../outcome.ts';
import { parseListedPage, type ListedPage } from './listed-chapters.ts';

/** Which page; `words` is a search. */
type Wanted = Pick<z.input<(typeof getChapterPage)['query']>, 'around' | 'parts' | 'words'> & {
  page?: number;
};

/** `send` is enough for an anonymous reader; for a session, `call` handles its end. */
export async function loadChapterPage(wanted: Wanted): Promise<Outcome<ListedPage>> {
  const id = document.querySelector<HTMLElement>('.reader')?.dataset.novel ?? '';
  const query = { ...wanted, size: chapterPanelPageSize };
  const askPage = isSignedIn() ? askAsMember : askAsStranger;
  const outcome = await asOutcome(() => askPage(id, query));
  if (!outcome.ok) return outcome;
  const data = parseListedPage(outcome.data);
  return data ? { ok: true, data } : failure('UNREADABLE', messages.chaptersFailed);
}

export const isSignedIn = (): boolean => document.documentElement.dataset.session === 'on';

async function askAsMember(id: string, query: Wanted): Promise<Outcome<unknown>> {
  const { call } = await import('../call.ts');
  return call(getChapterPage, { params: { id }, query });
}

function askAsStranger(id: string, query: Wanted): Promise<Outcome<unknown>> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const path = `/api/novels/${id}/chapters?${new URLSearchParams(given).toString()}`;
  return ask<unknown>({ method: 'GET', path });
}
