import { useCallback, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  listBlockedReaders,
  unblockReader,
  type BlockedReader,
} from '#shared/contracts/studio-inbox.ts';
import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { PageEnd } from '#islands/ui/PageEnd.tsx';
import { asRows, usePages } from '#islands/ui/use-pages.ts';

/** The readers whom the author has blocked; each can be let in again. */
export function BlockedReaders() {
  const load = useCallback(async (cursor: string | undefined) => {
    const query = { cursor };
    const outcome = await call(listBlockedReaders, {
      query,
    });
    return asRows(outcome, ({ readers: rows, nextCursor }) => ({ rows, nextCursor }));
  }, []);
  const pages = usePages<BlockedReader>(load);
  const { rows, failure, change } = pages;
  const [statusText, setStatusText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { run, isPending, refusal } = useAction(async ({ _id: id, name }: BlockedReader) => {
    const outcome = await call(unblockReader, {
      params: { id },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    change((all) => all.filter(({ _id }) => _id !== id));
    setStatusText(`${name} peut de nouveau commenter vos romans.`);
    list.current?.focus();
    return null;
  });
  return (
    <>
      <Notice kind={refusal ? 'error' : 'success'} role="status">
        {refusal?.sentence ?? statusText}
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
      {failure?.error === 'FORBIDDEN' ? (
        <p className="muted">Seul le propriétaire d’un roman peut bloquer quelqu’un.</p>
      ) : (
        <PageEnd
          pages={pages}
          failed={messages.inboxFailed}
          empty={
            <p className="muted">
              Personne. Pour bloquer quelqu’un, passez par un de ses commentaires, dans Messages.
            </p>
          }
        />
      )}
    </>
  );
}
