import type { TransactionBody } from '#shared/contracts/credits.ts';
import { formatCount, formatDay, plural } from '#shared/site/formats.ts';
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

export type PurchasesProps = {
  purchases: readonly TransactionBody[];
  onWithdraw: (id: string) => void;
};

/** Purchases on a phone, one below the other. */
export function PurchaseList({ purchases, onWithdraw }: PurchasesProps) {
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
export function PurchaseTable({ purchases, onWithdraw }: PurchasesProps) {
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
