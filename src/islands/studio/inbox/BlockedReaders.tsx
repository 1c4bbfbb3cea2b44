import { useCallback, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  listBlockedReaders,
  unblockReader,
  type BlockedReader,
} from '#shared/contracts/studio-inbox.ts';
import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { usePages } from '#islands/ui/use-pages.ts';

/** The readers whom the author has blocked; each can be let in again. */
export function BlockedReaders() {
  const load = useCallback(async (cursor: string | undefined) => {
    const query = { cursor };
    const outcome = await call(listBlockedReaders, {
      query,
    });
    if (!outcome.ok) return outcome;
    const { readers: rows, nextCursor } = outcome.data;
    return { ok: true as const, data: { rows, nextCursor } };
  }, []);
  const { rows, nextCursor, isLoading, failure, loadMore, change } = usePages<BlockedReader>(load);
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { run, isPending, refusal } = useAction(async ({ _id: id, name }: BlockedReader) => {
    const outcome = await call(unblockReader, {
      params: { id },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    change((all) => all.filter(({ _id }) => _id !== id));
    setTold(`${name} peut de nouveau commenter vos romans.`);
    list.current?.focus();
    return null;
  });
  return (
    <>
      <Notice kind={refusal ? 'error' : 'success'} role="status">
        {refusal?.sentence ?? told}
      </Notice>
      <ul className="rule-list" ref={list} tabIndex={-1} aria-label="Personnes bloquées">
        {rows.map((reader) => (
          <li key={reader._id}>
            <span>
              <bdi translate="no">{reader.name}</bdi>{' '}
              <span className="muted">{`depuis le ${formatDay(reader.date)}`}</span>
            </span>
            <Button variant="link" isBusy={isPending} onClick={() => run(reader)}>
              Débloquer<span className="visually-hidden">{` ${reader.name}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      {isLoading && <Spinner label="Chargement..." />}
      {failure?.error === 'FORBIDDEN' && (
        <p className="muted">Seul le propriétaire d’un roman peut bloquer quelqu’un.</p>
      )}
      {failure && failure.error !== 'FORBIDDEN' && (
        <LoadFailure message={messages.inboxFailed} onRetry={() => void loadMore()} />
      )}
      {!isLoading && !failure && rows.length === 0 && (
        <p className="muted">
          Personne. Pour bloquer quelqu’un, passez par un de ses commentaires, dans Messages.
        </p>
      )}
      {nextCursor !== null && !isLoading && (
        <Button variant="quiet" onClick={() => void loadMore()}>
          Afficher la suite
        </Button>
      )}
    </>
  );
}
