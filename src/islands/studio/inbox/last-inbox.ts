import type { InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { askForEntries } from './inbox-calls.ts';

type Place = { novelId: string | null; userId: string };

/** The last answer, for whom, and of which novel; null for all. */
let last: (Place & { page: InboxPage }) | null = null;

/** The first page of an inbox, which is remembered. */
export async function askForInbox({ novelId, userId, filter }: Place & { filter: InboxFilter }) {
  const outcome = await askForEntries({ novelId, filter });
  if (outcome.ok) last = { novelId, userId, page: outcome.data };
  return outcome;
}

/** The last answer to this user about this novel: its counts and names are right for any filter. */
export const lastInboxOf = ({ novelId, userId }: Place): InboxPage | null =>
  last?.novelId === novelId && last.userId === userId ? last.page : null;
