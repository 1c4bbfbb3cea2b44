import { useRef, useState, useSyncExternalStore, useCallback } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { listTransactions, type TransactionBody } from '#shared/contracts/credits.ts';
import { formatCount, formatDay, plural } from '#shared/site/formats.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import './billing.css';
import { WithdrawalDialog } from './WithdrawalDialog.tsx';
import {
  Amount,
  Disputed,
  Documents,
  hasMore,
  Returned,
  Status,
  Waiting,
  Withdrawal,
  WithdrawalWay,
} from './PurchaseParts.tsx';
import { referenceOf } from './purchase-words.ts';

/** `isWithdrawing`: only purchases that can be withdrawn from. */
type Props = { user: UserBody; isWithdrawing?: boolean };

/** The tab “Historique de facturation” (specification, section 2: profile), and the withdrawal page. */
export function BillingHistory({ user, isWithdrawing = false }: Props) {
  const [state, retry, refresh] = usePurchases(user._id, user.credits);
  const isWide = useWide();
  const [withdrawnId, setWithdrawnId] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const Purchases = isWide ? PurchaseTable : PurchaseList;
  const all = state.kind === 'loaded' ? state.data : [];
  const purchases = isWithdrawing ? all.filter(({ withdrawable }) => withdrawable !== null) : all;
  const withdrawn = all.find(({ _id }) => _id === withdrawnId);
  const isChanged = useRef(false);
  return (
    <section className="billing" aria-labelledby="achats">
      <h2 id="achats" tabIndex={-1} ref={heading}>
        Vos achats
      </h2>
      {state.kind === 'loading' && <Spinner label="Chargement de vos achats..." />}
      {state.kind === 'failed' && (
        <LoadFailure
          message={failureSentence(state.failure)}
          onRetry={() => {
            retry();
            heading.current?.focus();
          }}
        />
      )}
      {state.kind === 'loaded' &&
        purchases.length === 0 &&
        (isWithdrawing ? (
          <p>Aucun de vos achats n’a de crédits dont le délai de rétractation court encore.</p>
        ) : (
          <EmptyState sentence={messages.transactionsEmpty}>
            <ButtonLink href={paths.payment}>Acheter des crédits</ButtonLink>
          </EmptyState>
        ))}
      {purchases.length > 0 && <Purchases purchases={purchases} onWithdraw={setWithdrawnId} />}
      {withdrawn && (
        <WithdrawalDialog
          purchase={withdrawn}
          user={user}
          onChanged={() => {
            isChanged.current = true;
            return refresh();
          }}
          onClosed={() => {
            setWithdrawnId(null);
            // The opener, which had the focus, goes with the contract, now or when the list is here.
            if (isChanged.current) heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

const failureSentence = ({ isRateLimited, message }: Failure): string =>
  isRateLimited ? message : messages.transactionsFailed;

/** Minimum width for a table of seven columns. */
const wide = '(min-width: 56rem)';

/** Whether the window is wide enough for a table. For client-only islands. */
function useWide(): boolean {
  return useSyncExternalStore(watch, isWide, () => false);
}

const isWide = () => matchMedia(wide).matches;

function watch(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/**
 * The user's purchases, newest first; reloaded when their balance changes, after a purchase, an unlock
 * or a refund. The previous list stays during a reload and after a failed one.
 */
function usePurchases(userId: string, credits: number) {
  const load = useCallback(
    () =>
      call(listTransactions, {
        params: { userId },
      }),
    [userId],
  );
  return useLoaded(load, { keepsLast: true, follows: credits });
}

type PurchasesProps = {
  purchases: readonly TransactionBody[];
  onWithdraw: (id: string) => void;
};

/** Purchases on a phone, one below the other. */
function PurchaseList({ purchases, onWithdraw }: PurchasesProps) {
  return (
    <ul className="purchases">
      {purchases.map((purchase) => (
        <li key={purchase._id}>
          <div className="purchase-head">
            <h3>{purchase.packName}</h3>
            <Status purchase={purchase} />
          </div>
          <p className="purchase-sum">
            <span>{`${plural(purchase.credits, 'crédit')}\u00A0· `}</span>
            <Amount purchase={purchase} />
          </p>
          <p className="muted">
            {`${formatDay(purchase.createdAt)}\u00A0· Référence\u00A0${referenceOf(purchase._id)}`}
          </p>
          <Waiting purchase={purchase} />
          <Disputed purchase={purchase} />
          <Documents purchase={purchase} />
          <WithdrawalWay purchase={purchase} onWithdraw={() => onWithdraw(purchase._id)} />
          <Returned purchase={purchase} />
          <Withdrawal purchase={purchase} />
        </li>
      ))}
    </ul>
  );
}

const columns = ['Date', 'Pack', 'Crédits', 'Montant', 'État', 'Référence', 'Documents'] as const;

/** Purchases on wide screens. Notes have a row of their own. */
function PurchaseTable({ purchases, onWithdraw }: PurchasesProps) {
  return (
    <table className="purchases">
      <caption className="visually-hidden">Vos achats de crédits</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {purchases.map((purchase) => (
        <tbody key={purchase._id}>
          <tr>
            <td>{formatDay(purchase.createdAt)}</td>
            <th scope="row">{purchase.packName}</th>
            <td className="number">{formatCount(purchase.credits)}</td>
            <td className="number">
              <Amount purchase={purchase} />
            </td>
            <td>
              <Status purchase={purchase} />
            </td>
            <td>
              <code>{referenceOf(purchase._id)}</code>
            </td>
            <td>
              <Documents purchase={purchase} isShort />
              <WithdrawalWay
                purchase={purchase}
                onWithdraw={() => onWithdraw(purchase._id)}
                isShort
              />
            </td>
          </tr>
          {hasMore(purchase) && (
            <tr className="about">
              <td colSpan={columns.length}>
                <Waiting purchase={purchase} />
                <Disputed purchase={purchase} />
                <Returned purchase={purchase} />
                <Withdrawal purchase={purchase} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
