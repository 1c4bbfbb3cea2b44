import type { TransactionBody } from '../../lib/shared/contracts/credits.ts';
import { formatDay, formatEuros } from '../../lib/shared/formats.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { creditsAndEuros, referenceOf, statusLabels } from './purchase-words.ts';

type Part = { purchase: TransactionBody };

/** The state of a purchase, by sign, word and colour. */
export function Status({ purchase: { status } }: Part) {
  const { sign, label } = statusLabels[status];
  return (
    <span className={`badge status ${status}`}>
      <span aria-hidden="true">{sign}</span>
      {label}
    </span>
  );
}

/** What was paid, and what of it was given back. */
export function Amount({ purchase: { amount, refundedCents } }: Part) {
  return (
    <>
      {formatEuros(amount)}
      {refundedCents > 0 && (
        <span className="refunded">{`dont ${formatEuros(refundedCents)} remboursés`}</span>
      )}
    </>
  );
}

/** Invoice and credit notes; an invoice of what was paid alone. Short where a column says what they are. */
export function Documents({ purchase, isShort = false }: Part & { isShort?: boolean }) {
  const { _id, status, invoiceNumber, creditNotes } = purchase;
  if (status !== 'completed' || invoiceNumber === null) return null;
  return (
    <>
      <DownloadButton
        path={`/api/credit/invoice/${_id}`}
        label={isShort ? 'Facture' : 'Télécharger la facture'}
        of={`${invoiceNumber}${isShort ? ', télécharger' : ''}`}
        isInvoice
      />
      {creditNotes.map((note) => (
        <DownloadButton
          key={note._id}
          path={`/api/credit/credit-note/${note._id}`}
          label={`${isShort ? 'Avoir' : 'Télécharger l’avoir'} de ${formatEuros(Math.abs(note.amount))}`}
          of={`${note.number}${isShort ? ', télécharger' : ''}`}
        />
      ))}
    </>
  );
}

/** What is the matter with a purchase that is not paid yet. */
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

/** Whether there is something to say about a purchase beyond its figures. */
export function hasMore({ status, withdrawable, withdrawal }: TransactionBody): boolean {
  return status === 'pending' || withdrawable !== null || withdrawal !== null;
}

type WithdrawalProps = Part & { onWithdraw: () => void };

/** The right of withdrawal: until when and how much, or what became of it. */
export function Withdrawal({ purchase, onWithdraw }: WithdrawalProps) {
  const { _id, withdrawable, withdrawal, createdAt } = purchase;
  if (withdrawal) {
    const { requestedAt, refundedAt } = withdrawal;
    return (
      <div className="withdrawal">
        <p>
          {`Rétractation du ${formatDay(requestedAt)}\u00A0: ${creditsAndEuros(withdrawal)}. `}
          <strong>
            {refundedAt === null
              ? 'Remboursement en cours.'
              : `Remboursement envoyé le ${formatDay(refundedAt)}.`}
          </strong>
        </p>
        <DownloadButton
          path={`/api/credit/withdrawal/${_id}/receipt`}
          label="Accusé de réception"
          of={`de la rétractation du ${formatDay(requestedAt)}`}
        />
      </div>
    );
  }
  if (!withdrawable) return null;
  return (
    <div className="withdrawal">
      <p>
        {`Rétractation possible jusqu’au ${formatDay(withdrawable.lastDay)}\u00A0: `}
        {`${creditsAndEuros(withdrawable)} à vous rembourser.`}
      </p>
      <button
        type="button"
        className="button button-quiet"
        data-withdraw={_id}
        aria-haspopup="dialog"
        onClick={onWithdraw}
      >
        Renoncer au contrat ici
        <span className="visually-hidden">
          {`, achat ${referenceOf(_id)} du ${formatDay(createdAt)}`}
        </span>
      </button>
    </div>
  );
}
