import { useCallback, useRef, useState } from 'react';
import type { InboxEntry, InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { ActNotice, nothingDone, type ActWords } from '../ActNotice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { PageEnd } from '#islands/ui/PageEnd.tsx';
import { asRows, usePages } from '#islands/ui/use-pages.ts';
import { fetchEntries, markRead } from './inbox-calls.ts';
import { InboxComment } from './InboxComment.tsx';
import { InboxTypo } from './InboxTypo.tsx';

type Props = {
  novelId: string | null;
  filter: InboxFilter;
  userId: string;
  first: InboxPage;
  /** Something was done: counts have changed. */
  onChanged: () => void;
};

const emptySentences: Record<InboxFilter, string> = {
  all: 'Aucun message sur vos romans pour le moment.',
  unread: 'Vous avez tout lu.',
  waiting: 'Aucun message n’attend votre réponse.',
  held: 'Aucun commentaire n’attend votre accord.',
  typos: 'Aucune coquille signalée n’attend votre réponse.',
};

/** The entries of the inbox, page by page. What is done stays where it was until the next visit. */
export function InboxList({ novelId, filter, userId, first, onChanged }: Props) {
  const load = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await fetchEntries({ novelId, filter }, cursor);
      return asRows(outcome, toPage);
    },
    [novelId, filter],
  );
  const [start] = useState(() => toPage(first));
  const pages = usePages<InboxEntry>(load, start);
  const [lastAct, setLastAct] = useState<ActWords>(nothingDone);
  const list = useRef<HTMLDivElement>(null);
  const { rows, nextCursor } = pages;
  const isOfOne = novelId !== null;
  const unread = rows.filter(({ isRead }) => !isRead).map(({ _id }) => _id);

  const onDone = (sentence: string, entry: InboxEntry) => {
    setLastAct({ kind: 'success', sentence });
    // A blocked reader is blocked in all entries, and closed comments are those of a chapter.
    pages.change((all) => all.map((known) => withNews(known, entry)));
    onChanged();
  };
  const marking = useAction(async ({ ids, isRead }: { ids: string[]; isRead: boolean }) => {
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const outcome = await markRead(ids.slice(from, from + idsAtOnce), isRead);
      if (!outcome.ok) {
        setLastAct({ kind: 'error', sentence: outcome.message });
        return { sentence: outcome.message };
      }
    }
    pages.change((all) =>
      all.map((known) => (ids.includes(known._id) ? { ...known, isRead } : known)),
    );
    setLastAct({
      kind: 'success',
      sentence: isRead ? 'Marqué comme lu.' : 'Marqué comme non lu.',
    });
    // The button of many goes away with the last unread one.
    if (ids.length > 1) list.current?.focus();
    onChanged();
    return null;
  });

  const readerOf =
    ({ _id }: InboxEntry) =>
    (isRead: boolean) =>
      marking.run({ ids: [_id], isRead });

  if (rows.length === 0 && nextCursor === null) {
    return <EmptyState sentence={emptySentences[filter]} isAnnounced />;
  }
  return (
    <div className="inbox" ref={list} tabIndex={-1} role="group" aria-label="Messages">
      {unread.length > 0 && (
        <Button
          variant="link"
          isBusy={marking.isPending}
          onClick={() => marking.run({ ids: unread, isRead: true })}
        >
          Tout marquer comme lu
        </Button>
      )}
      <ol>
        {rows.map((entry) => (
          <li key={entry._id}>
            {entry.kind === 'typo' ? (
              <InboxTypo entry={entry} isOfOne={isOfOne} onDone={onDone} onRead={readerOf(entry)} />
            ) : (
              <InboxComment
                entry={entry}
                isOfOne={isOfOne}
                userId={userId}
                onDone={onDone}
                onRead={readerOf(entry)}
              />
            )}
          </li>
        ))}
      </ol>
      <PageEnd pages={pages} failed={messages.inboxFailed} more="Messages plus anciens" />
      <div className="act-foot">
        <ActNotice {...lastAct} onRead={() => setLastAct(nothingDone)} focusAfter={list} />
      </div>
    </div>
  );
}

/** An entry, with what a changed one says of the same reader and the same chapter. */
function withNews(known: InboxEntry, changed: InboxEntry): InboxEntry {
  if (known._id === changed._id) return changed;
  const isOfReader = changed.writer !== null && known.writer?._id === changed.writer._id;
  const writer = isOfReader ? changed.writer : known.writer;
  const isComment = known.kind === 'comment' && changed.kind === 'comment';
  if (isComment && known.chapter._id === changed.chapter._id) {
    return { ...known, writer, chapter: changed.chapter };
  }
  return { ...known, writer };
}

/** As many as a call takes. */
const idsAtOnce = 50;

const toPage = ({ entries: rows, nextCursor }: InboxPage) => ({ rows, nextCursor });
