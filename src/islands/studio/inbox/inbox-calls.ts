import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  answerComment,
  approveComment,
  blockWriter,
  listInbox,
  markInboxRead,
  removeOwnComment,
  restoreOwnComment,
  closeComment,
  type InboxEntry,
  type InboxFilter,
} from '#shared/contracts/studio-inbox.ts';
import { blockReporter, decideTypo, type InboxTypo } from '#shared/contracts/studio-typos.ts';

/** A page of the inbox; without a cursor the first. */
export const fetchEntries = (
  { novelId, filter }: { novelId: string | null; filter: InboxFilter },
  cursor?: string,
) =>
  call(listInbox, {
    query: { filter, ...(novelId !== null && { novel: novelId }), cursor },
  });

/** Marks entries as read or unread. */
export const markRead = (ids: string[], isRead: boolean) =>
  call(markInboxRead, { body: { ids, isRead } });

/** What an author may do about a comment; each gives the entry as it is afterwards. */
export type EntryAct =
  | { kind: 'answer'; text: string; requestId: string }
  | { kind: 'settle'; isSettled: boolean }
  | { kind: 'remove' | 'restore' | 'block'; reason: string }
  | { kind: 'approve' };

export async function actOn(id: string, act: EntryAct): Promise<Outcome<{ entry: InboxEntry }>> {
  const params = { id };
  switch (act.kind) {
    case 'answer': {
      const { text, requestId } = act;
      const body = { text, requestId };
      return call(answerComment, {
        params,
        body,
      });
    }
    case 'settle': {
      const body = { isSettled: act.isSettled };
      return call(closeComment, {
        params,
        body,
      });
    }
    case 'remove': {
      const body = { reason: act.reason };
      return call(removeOwnComment, {
        params,
        body,
      });
    }
    case 'restore': {
      const body = { reason: act.reason };
      return call(restoreOwnComment, {
        params,
        body,
      });
    }
    case 'block': {
      const body = { reason: act.reason };
      return call(blockWriter, {
        params,
        body,
      });
    }
    case 'approve':
      return call(approveComment, { params });
  }
}

/** What a novel's team may do about a report of a typo. */
export type TypoAct =
  { kind: 'accept' | 'corrected' } | { kind: 'refuse' | 'block'; reason: string };

type Done = { entry: InboxTypo; isLeftInCopy?: boolean };

/** @returns the entry as it is afterwards, and whether the working copy keeps the typo. */
export async function actOnTypo(id: string, act: TypoAct): Promise<Outcome<Done>> {
  const params = { id };
  if (act.kind === 'block') {
    const body = { reason: act.reason };
    return call(blockReporter, { params, body });
  }
  const body =
    act.kind === 'refuse' ? { decision: act.kind, reason: act.reason } : { decision: act.kind };
  return call(decideTypo, { params, body });
}
