import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { listWaitingNovels, WaitingNovel } from '#shared/contracts/first-publication.ts';
import { messages } from '#shared/messages.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import { usePages } from '../ui/use-pages.ts';
import { PageEnd } from './PageEnd.tsx';
import { Waiting } from './Waiting.tsx';

async function load(cursor: string | undefined) {
  const path = '/api/moderation/first-novels';
  const outcome = await call<typeof listWaitingNovels>('GET', path, { query: { cursor } });
  if (!outcome.ok) return outcome;
  const { novels: rows, nextCursor } = outcome.data;
  return { ok: true as const, data: { rows, nextCursor } };
}

/** First novels of new authors that wait to be accepted, oldest first. */
export function WaitingNovels() {
  const pages = usePages<WaitingNovel>(load);
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const onDecided = (sentence: string, id: string) => {
    setMessage(sentence);
    // The pressed button disappears.
    heading.current?.focus();
    pages.change((rows) => rows.filter(({ _id }) => _id !== id));
  };
  return (
    <section className="moderation-list" aria-labelledby="premiers-romans">
      <h2 id="premiers-romans" ref={heading} tabIndex={-1}>
        Premiers romans
      </h2>
      <Notice kind="success" role="status">
        {message}
      </Notice>
      {pages.rows.length > 0 && (
        <ul>
          {pages.rows.map((waiting) => (
            <li key={waiting._id}>
              <Waiting {...{ waiting, onDecided }} />
            </li>
          ))}
        </ul>
      )}
      <PageEnd
        pages={pages}
        failed={messages.moderationNovelsFailed}
        empty="Aucun roman n’attend."
      />
    </section>
  );
}
