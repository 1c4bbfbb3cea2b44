import type { InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { askForEntries } from './inbox-calls.ts';

/** The last answer, and of which novel; null for all. */
let last: { novelId: string | null; page: InboxPage } | null = null;

/** The first page of an inbox, which is remembered. */
export async function askForInbox(wanted: { novelId: string | null; filter: InboxFilter }) {
  const outcome = await askForEntries(wanted);
  if (outcome.ok) last = { novelId: wanted.novelId, page: outcome.data };
  return outcome;
}

/** The last answer, if it was of this novel: its counts and names are right for any filter. */
export const lastInboxOf = (novelId: string | null): InboxPage | null =>
  last?.novelId === novelId ? last.page : null;
