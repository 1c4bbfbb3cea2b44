import { useState, type ReactNode } from 'react';
import { download } from '../../lib/browser/download.ts';
import { formatCount, formatDay, formatEuros } from '../../lib/shared/formats.ts';
import type { Verdict } from './verify.ts';

type Props = { payment: Extract<Verdict, { kind: 'success' }>; children: ReactNode };

const referenceCharacters = 8;
/** Specification, section 5: a shorter id is none of a transaction. */
const invoiceIdCharactersMin = 21;

/** A payment that was made, what it was for, and its invoice. */
export function Success({ payment, children }: Props) {
  const { credits, amountCents, date, transactionId, isAwaited } = payment;
  return (
    <>
      {isAwaited && (
        <p>
          Votre banque n’a pas encore confirmé ce paiement. Vos crédits seront ajoutés dès qu’elle
          l’aura fait, sans que vous ayez rien à faire.
        </p>
      )}
      <dl>
        <Fact name="Crédits achetés">{formatCount(credits)}</Fact>
        {amountCents > 0 && <Fact name="Montant">{formatEuros(amountCents)}</Fact>}
        <Fact name="Date">{formatDay(date)}</Fact>
        {transactionId !== null && (
          <Fact name="Référence">{transactionId.slice(0, referenceCharacters).toUpperCase()}</Fact>
        )}
      </dl>
      <div className="actions">
        {transactionId !== null && transactionId.length >= invoiceIdCharactersMin && !isAwaited && (
          <Invoice transactionId={transactionId} />
        )}
        {children}
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Invoice({ transactionId }: { transactionId: string }) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState('');
  const load = async () => {
    setLoading(true);
    setFailure('');
    const downloaded = await download(`/api/credit/invoice/${transactionId}`);
    setLoading(false);
    if (!downloaded.ok) setFailure(downloaded.message);
  };
  return (
    <>
      <div className="failure" role="alert">
        {failure && <p>{failure}</p>}
      </div>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isLoading}
        onClick={() => isLoading || void load()}
      >
        {isLoading ? 'Téléchargement...' : 'Télécharger la facture'}
      </button>
    </>
  );
}
