import { useCallback, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { listTransfers, TransferBody } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import { PageEnd } from './PageEnd.tsx';
import { Transfer } from './Transfer.tsx';
import { usePages } from '../ui/use-pages.ts';

type State = 'open' | 'settled';

const headings: Record<State, string> = { open: 'À régler', settled: 'Réglés' };
const empty: Record<State, string> = {
  open: 'Aucun remboursement n’attend de virement.',
  settled: 'Aucun remboursement n’a été réglé par virement.',
};

/** Refunds that wait for a bank transfer, or were settled by one. */
export function TransferList({ state }: { state: State }) {
  const load = useCallback(async () => {
    const path = '/api/moderation/withdrawals';
    const outcome = await call<typeof listTransfers>('GET', path, { query: { state } });
    if (!outcome.ok) return outcome;
    return { ok: true as const, data: { rows: outcome.data, nextCursor: null } };
  }, [state]);
  const pages = usePages<TransferBody>(load);
  const [told, setTold] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const onSettled = (after: TransferBody) => {
    // A refund that the bank returned has its credit note already.
    setTold(after.credits === 0 ? 'Virement noté.' : 'Virement noté, avoir émis.');
    // The pressed button disappears.
    heading.current?.focus();
    pages.change((rows) => rows.map((row) => (row._id === after._id ? after : row)));
  };
  return (
    <section className="moderation-list" aria-labelledby="virements">
      <h2 id="virements" ref={heading} tabIndex={-1}>
        {headings[state]}
      </h2>
      {state === 'open' && pages.rows.length > 0 && (
        <p className="reported-context">
          Stripe n’a pas pu rembourser ces acheteurs. Écrivez-leur pour convenir d’un compte, virez
          la somme, puis notez le virement ici.
        </p>
      )}
      <Notice kind="success" role="status">
        {told}
      </Notice>
      {pages.rows.length > 0 && (
        <ul>
          {pages.rows.map((transfer) => (
            <li key={transfer._id}>
              <Transfer transfer={transfer} onSettled={onSettled} />
            </li>
          ))}
        </ul>
      )}
      <PageEnd pages={pages} failed={messages.settlement.failed} empty={empty[state]} />
    </section>
  );
}
