import { formatCount, formatDay, formatEuros } from '#shared/site/formats.ts';
import { DownloadButton } from '../billing/DownloadButton.tsx';
import { referenceOf } from '../billing/purchase-words.ts';
import { Fact } from '../ui/Fact.tsx';
import type { Verdict } from './verify.ts';

type Props = { payment: Extract<Verdict, { kind: 'success' }> };

/** Specification, section 5: a shorter id is not a transaction's. */
const invoiceIdCharactersMin = 21;

/** A successful payment, and what was bought. */
export function Success({ payment }: Props) {
  const { credits, amountCents, date, transactionId, awaited } = payment;
  return (
    <>
      {awaited === 'bank' && (
        <p>
          Votre banque n’a pas encore confirmé ce paiement. Vos crédits seront ajoutés dès qu’elle
          l’aura fait, sans que vous ayez rien à faire.
        </p>
      )}
      {awaited === 'site' && (
        <p>
          Vos crédits ne sont pas encore sur votre compte. Ils y seront dans quelques minutes, sans
          que vous ayez rien à faire.
        </p>
      )}
      <dl>
        <Fact name={awaited === 'bank' ? 'Crédits commandés' : 'Crédits achetés'}>
          {formatCount(credits)}
        </Fact>
        {amountCents > 0 && <Fact name="Montant">{formatEuros(amountCents)}</Fact>}
        <Fact name="Date">{formatDay(date)}</Fact>
        {transactionId !== null && <Fact name="Référence">{referenceOf(transactionId)}</Fact>}
      </dl>
    </>
  );
}

/** Its invoice, once available. */
export function Invoice({ payment: { transactionId, awaited } }: Props) {
  if (awaited !== null) return null;
  if (transactionId === null || transactionId.length < invoiceIdCharactersMin) return null;
  return (
    <DownloadButton
      path={`/api/credit/invoice/${transactionId}`}
      label="Télécharger la facture"
      isInvoice
      isLarge
    />
  );
}
