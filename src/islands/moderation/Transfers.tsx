import { useCallback, useRef, useState, useEffect } from 'react';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { listTransfers, closeTransfer, type TransferBody } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import { formatDay, formatEuros, formatInstant, plural, parisDay } from '#shared/site/formats.ts';
import { transferReferenceCharactersMax } from '#shared/constants.ts';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { Button } from '../ui/button/Button.tsx';
import { firstError } from '../ui/form-errors.ts';
import type { Refusal } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { TextField } from '../ui/field/TextField.tsx';
import { asRows } from '../ui/use-pages.ts';
import { AdminViews } from './AdminViews.tsx';
import { Declarations } from './Declarations.tsx';
import { DeskList } from './DeskList.tsx';

const views = [
  { key: '', label: 'À régler' },
  { key: '#regles', label: 'Réglés' },
] as const;

/** Refunds that Stripe rejected, and the bank transfers that settle them. */
export function Transfers() {
  const { transfers: path } = paths;
  return (
    <AdminViews name="Remboursements" firstAnchor="#virements" path={path} views={views}>
      {(view) => (
        <>
          <TransferList key={view} state={view === '' ? 'open' : 'settled'} />
          <Declarations key={`${view}d`} state={view === '' ? 'open' : 'answered'} />
        </>
      )}
    </AdminViews>
  );
}

type State = 'open' | 'settled';

const headings: Record<State, string> = { open: 'À régler', settled: 'Réglés' };
const empty: Record<State, string> = {
  open: 'Aucun remboursement n’attend de virement.',
  settled: 'Aucun remboursement n’a été réglé par virement.',
};

const hint =
  'Stripe n’a pas pu rembourser ces acheteurs. Écrivez-leur pour convenir d’un compte, virez la somme, puis notez le virement ici.';

/** Refunds that wait for a bank transfer, or were settled by one. */
function TransferList({ state }: { state: State }) {
  const load = useCallback(async () => {
    const outcome = await call(listTransfers, { query: { state } });
    return asRows(outcome, (rows) => ({ rows, nextCursor: null }));
  }, [state]);
  return (
    <DeskList
      id="virements"
      title={headings[state]}
      load={load}
      {...(state === 'open' && { hint })}
      failed={messages.settlement.failed}
      empty={empty[state]}
    >
      {(transfer: TransferBody, done) => (
        <Transfer
          transfer={transfer}
          onSettled={(after) =>
            // A refund that the bank returned has its credit note already.
            done(after.credits === 0 ? 'Virement noté.' : 'Virement noté, avoir émis.', (row) =>
              row._id === after._id ? after : row,
            )
          }
        />
      )}
    </DeskList>
  );
}

type Props = { transfer: TransferBody; onSettled: (after: TransferBody) => void };

const reasons: Record<string, string> = {
  charge_disputed: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  refund_disputed_payment: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  resource_missing: 'Stripe ne connaît pas ce paiement\u00A0: le compte Stripe a peut-être changé.',
  refunds_blocked:
    'Les remboursements de cette commande sont bloqués : ne faites le virement que si vous ne levez pas le blocage.',
  refund_failed: 'La banque de l’acheteur a renvoyé le remboursement.',
};

const referenceCharacters = 8;

/** A refund that Stripe rejected: to whom, how much, why, and the form to record its bank transfer. */
function Transfer({ transfer, onSettled }: Props) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { _id, transactionId, buyer, amount, refusalCode, settled } = transfer;
  const send = async (made: { reference: string; paidOn: string }) => {
    const input = { params: { id: _id }, body: { ...made, amount } };
    const outcome = await call(closeTransfer, input);
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

type TransferFormProps = {
  transfer: TransferBody;
  /** Null once it is recorded. */
  send: (made: { reference: string; paidOn: string }) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** Asks for the transfer's reference and day, then for a confirmation: it cannot be undone. */
function TransferForm({ transfer, send, onCancel }: TransferFormProps) {
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(() => parisDay(new Date()));
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => (isAsking ? question : first).current?.focus(), [isAsking]);

  const { referenceMissing, dayMissing, dayOutside } = messages.settlement;
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async () => {
      if (!isAsking) {
        setAsking(true);
        return null;
      }
      const refused = await send({ reference, paidOn });
      if (refused !== null) setAsking(false);
      return refused;
    },
    { reference: referenceMissing, paidOn: paidOn === '' ? dayMissing : dayOutside },
  );
  const { amount, buyer, requestedAt } = transfer;
  return (
    <form className="act-form" noValidate onSubmit={onSubmit} onInput={onInput}>
      {isAsking ? (
        <p ref={question} tabIndex={-1}>
          {`Vous confirmez avoir viré ${formatEuros(amount)} à ${buyer.name} le ${formatDay(paidOn)}, référence «\u00A0${reference.trim()}\u00A0». L’avoir sera émis, et l’acheteur lira qu’il est payé. Cela ne s’annule pas.`}
        </p>
      ) : (
        <>
          <TextField
            name="reference"
            label="Référence du virement"
            error={wrong('reference')}
            ref={first}
            required
            maxLength={transferReferenceCharactersMax}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
          <TextField
            name="paidOn"
            label="Jour du virement"
            error={wrong('paidOn')}
            type="date"
            required
            min={parisDay(new Date(requestedAt))}
            max={parisDay(new Date())}
            value={paidOn}
            onChange={({ target }) => setPaidOn(target.value)}
          />
        </>
      )}
      <FailureNotice sentence={sentence} />
      <div className="reported-acts">
        <Button type="submit" aria-disabled={isPending}>
          {isAsking ? (isPending ? 'Envoi...' : 'Confirmer le virement') : 'Continuer'}
        </Button>
        <Button variant="quiet" onClick={() => (isAsking ? setAsking(false) : onCancel())}>
          {isAsking ? 'Modifier' : 'Annuler'}
        </Button>
      </div>
    </form>
  );
}
