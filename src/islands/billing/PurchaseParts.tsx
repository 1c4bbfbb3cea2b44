import { addressOf } from '#browser/address-of.ts';
import {
  getCreditNote,
  getInvoice,
  getWithdrawalReceipt,
  type TransactionBody,
} from '#shared/contracts/credits.ts';
import { formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { creditsAndEuros, referenceOf, refundWords, statusLabels } from './purchase-words.ts';

type Part = { purchase: TransactionBody };

/** The state of a purchase, by icon, word and colour. */
export function Status({ purchase: { status } }: Part) {
  const { sign, label } = statusLabels[status];
  return (
    <span className={`badge status ${status}`}>
      <span aria-hidden="true">{sign}</span>
      <span>{label}</span>
    </span>
  );
}

/** The amount paid, and how much was refunded. */
export function Amount({ purchase: { amount, refundedCents } }: Part) {
  return (
    <>
      <span translate="no">{formatEuros(amount)}</span>
      {refundedCents > 0 && (
        <span className="refunded">{`dont ${formatEuros(refundedCents)} remboursés`}</span>
      )}
    </>
  );
}

/** Invoice and credit notes; the invoice only for paid purchases. Short where a column header names them. */
export function Documents({ purchase, isShort = false }: Part & { isShort?: boolean }) {
  const { _id, status, invoiceNumber, creditNotes } = purchase;
  if (status !== 'completed' || invoiceNumber === null) return null;
  return (
    <>
      <DownloadButton
        path={addressOf(getInvoice, { params: { id: _id } })}
        label={isShort ? 'Facture' : 'Télécharger la facture'}
        of={`${invoiceNumber}${isShort ? ', télécharger' : ''}`}
        isInvoice
      />
      {creditNotes.map((note) => (
        <DownloadButton
          key={note._id}
          path={addressOf(getCreditNote, { params: { id: note._id } })}
          label={`${isShort ? 'Avoir' : 'Télécharger l’avoir'} de ${formatEuros(Math.abs(note.amount))}`}
          of={`${note.number}${isShort ? ', télécharger' : ''}`}
        />
      ))}
    </>
  );
}

/** Why a purchase is not paid yet. */
export function Waiting({ purchase: { status, isSubmitted } }: Part) {
  if (status !== 'pending') return null;
  return (
    <p className="muted">
      {isSubmitted
        ? 'Votre banque n’a pas encore confirmé ce paiement\u00A0: vos crédits seront ajoutés dès qu’elle l’aura fait.'
        : 'Nous n’avons pas reçu ce paiement. S’il n’a pas été terminé, rien ne vous sera débité et la commande expirera d’elle-même.'}
    </p>
  );
}

/** Why credits of a purchase are frozen: the buyer's bank disputes its payment. */
export function Disputed({ purchase: { dispute } }: Part) {
  if (!dispute) return null;
  const { openedAt, frozenCredits } = dispute;
  return (
    <p className="muted">
      {`Paiement contesté auprès de votre banque le ${formatDay(openedAt)}\u00A0: ${plural(frozenCredits, 'crédit')} de cet achat ${frozenCredits > 1 ? 'sont bloqués' : 'est bloqué'} jusqu’à sa décision.`}
    </p>
  );
}

/** Whether a purchase has notes besides its figures. */
export function hasMore({ status, withdrawal, returned, dispute }: TransactionBody): boolean {
  return status === 'pending' || withdrawal !== null || returned.length > 0 || dispute !== null;
}

/** The state of a withdrawal. */
export function Withdrawal({ purchase: { _id, withdrawal } }: Part) {
  if (!withdrawal) return null;
  const { requestedAt } = withdrawal;
  return (
    <div className="withdrawal">
      <p>
        <span>{`Rétractation du ${formatDay(requestedAt)}\u00A0: ${creditsAndEuros(withdrawal)}. `}</span>
        <strong>{refundWords(withdrawal)}</strong>
      </p>
      <DownloadButton
        path={addressOf(getWithdrawalReceipt, { params: { id: _id } })}
        label="Accusé de réception"
        of={`de la rétractation du ${formatDay(requestedAt)}`}
      />
    </div>
  );
}

/** Refunds that the bank sent back, and what becomes of them. */
export function Returned({ purchase: { returned } }: Part) {
  return returned.map((refund) => (
    <div key={refund._id} className="withdrawal">
      <p>
        <span>{`Remboursement renvoyé par votre banque\u00A0: ${formatEuros(refund.amount)}. `}</span>
        <strong>{refundWords(refund)}</strong>
      </p>
    </div>
  ));
}

type WithdrawalWayProps = Part & { onWithdraw: () => void; isShort?: boolean };

/**
 * The right of withdrawal, as a line of the purchase: French law requires that its wording and
 * the invoices stay visible. The dialog also states the refund; short where a column is narrow.
 */
export function WithdrawalWay({ purchase, onWithdraw, isShort = false }: WithdrawalWayProps) {
  const { _id, withdrawable, createdAt } = purchase;
  if (!withdrawable) return null;
  return (
    <div className="withdrawal-way">
      <Button
        variant="link"
        isSmall
        data-withdraw={_id}
        aria-haspopup="dialog"
        onClick={onWithdraw}
      >
        Renoncer au contrat ici
        <span className="visually-hidden">
          {`, achat ${referenceOf(_id)} du ${formatDay(createdAt)}`}
        </span>
      </Button>
      <p className="muted">
        {`jusqu’au ${formatDay(withdrawable.lastDay)}${isShort ? '' : `\u00A0: ${creditsAndEuros(withdrawable)}`}`}
      </p>
    </div>
  );
}
