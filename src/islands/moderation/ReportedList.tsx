import { useCallback, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { listReportedComments, ReportedComment } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import { PageEnd } from './PageEnd.tsx';
import { Reported } from './Reported.tsx';
import { usePages } from '../ui/use-pages.ts';

/** Reported comments, each with its actions. */
export function ReportedList({ state }: { state: 'open' | 'settled' }) {
  const load = useCallback(
    async (cursor: string | undefined) => {
      const query = { state, cursor };
      const outcome = await call<typeof listReportedComments>('GET', '/api/moderation/comments', {
        query,
      });
      if (!outcome.ok) return outcome;
      const { comments: rows, nextCursor } = outcome.data;
      return { ok: true as const, data: { rows, nextCursor } };
    },
    [state],
  );
  const pages = usePages<ReportedComment>(load);
  const [told, setTold] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const onDone = (sentence: string, after: ReportedComment) => {
    setTold(sentence);
    // The pressed button disappears.
    heading.current?.focus();
    pages.change((rows) =>
      rows.map((row) => {
        if (row._id === after._id) return after;
        const isSamePerson = row.writer !== null && row.writer._id === after.writer?._id;
        return isSamePerson ? { ...row, writer: after.writer } : row;
      }),
    );
  };

  return (
    <section className="moderation-list" aria-labelledby="signales">
      <h2 id="signales" ref={heading} tabIndex={-1}>
        {state === 'open' ? 'Commentaires signalés' : 'Signalements traités'}
      </h2>
      <Notice kind="success" role="status">
        {told}
      </Notice>
      {pages.rows.length > 0 && (
        <ul>
          {pages.rows.map((comment) => (
            <li key={comment._id}>
              <Reported comment={comment} isOpen={state === 'open'} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
      <PageEnd
        pages={pages}
        failed={messages.moderationFailed}
        empty={state === 'open' ? 'Aucun signalement à traiter.' : 'Aucun signalement traité.'}
      />
    </section>
  );
}
