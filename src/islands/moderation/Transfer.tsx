import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { settleTransfer, TransferBody } from '#shared/contracts/transfers.ts';
import { formatDay, formatEuros, formatInstant, plural } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { firstError } from '../ui/form-errors.ts';
import { TransferForm } from './TransferForm.tsx';

type Props = { transfer: TransferBody; onSettled: (after: TransferBody) => void };

const reasons: Record<string, string> = {
  charge_disputed: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  refund_disputed_payment: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  resource_missing: 'Stripe ne connaît pas ce paiement\u00A0: le compte Stripe a peut-être changé.',
  refund_failed: 'La banque de l’acheteur a renvoyé le remboursement.',
};

const referenceCharacters = 8;

/** A refund that Stripe rejected: to whom, how much, why, and the form to record its bank transfer. */
export function Transfer({ transfer, onSettled }: Props) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { _id, transactionId, buyer, amount, refusalCode, settled } = transfer;
  const send = async (made: { reference: string; paidOn: string }) => {
    const path = '/api/moderation/withdrawals/{id}/settle';
    const input = { params: { id: _id }, body: { ...made, amount } };
    const outcome = await call<typeof settleTransfer>('POST', path, input);
    if (!outcome.ok) return firstError(outcome);
    setAsking(false);
    onSettled(outcome.data);
    return null;
  };
  return (
    <article className="reported" aria-label={`${formatEuros(amount)} à ${buyer.name}`}>
      <header>
        <strong>{`${formatEuros(amount)} à ${buyer.name}`}</strong>
      </header>
      <p>
        <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
      </p>
      <p className="reported-context">
        {`${
          transfer.credits === 0
            ? `Remboursement du ${transfer.packName}, `
            : `Rétractation du ${formatDay(transfer.requestedAt)}\u00A0: ${plural(transfer.credits, 'crédit')} du ${transfer.packName}, `
        }achat\u00A0${transactionId.slice(0, referenceCharacters).toUpperCase()}.`}
      </p>
      <p className="reported-context">
        {`${reasons[refusalCode] ?? `Stripe refuse de rembourser ce paiement (${refusalCode}).`} Constaté le ${formatInstant(transfer.refusedAt)}.`}
      </p>
      {settled ? (
        <p className="reported-outcome">
          <strong>{`Viré le ${formatDay(settled.paidOn)}`}</strong>
          <span>{`, référence «\u00A0${settled.reference}\u00A0». Noté ${settled.by === null ? 'par la commande' : `par ${settled.by}`}, ${formatInstant(settled.notedAt)}.`}</span>
        </p>
      ) : (
        <div className="reported-acts">
          <Button
            variant="quiet"
            ref={opener}
            aria-expanded={isAsking}
            onClick={() => setAsking(true)}
          >
            Noter le virement
            <span className="visually-hidden">{` (${buyer.name})`}</span>
          </Button>
        </div>
      )}
      {isAsking && !settled && (
        <TransferForm
          transfer={transfer}
          send={send}
          onCancel={() => {
            setAsking(false);
            opener.current?.focus();
          }}
        />
      )}
    </article>
  );
}
