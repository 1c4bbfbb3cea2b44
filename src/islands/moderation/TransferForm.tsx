import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { transferReferenceCharactersMax } from '#shared/constants.ts';
import type { TransferBody } from '#shared/contracts/transfers.ts';
import { formatDay, formatEuros, parisDay } from '#shared/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  transfer: TransferBody;
  /** Gives the sentence of a refusal, or null once it is noted. */
  send: (made: { reference: string; paidOn: string }) => Promise<string | null>;
  onCancel: () => void;
};

/** Asks for the transfer's reference and day, then whether all of it is right: it cannot be undone. */
export function TransferForm({ transfer, send, onCancel }: Props) {
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(() => parisDay(new Date()));
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const id = useId();
  useEffect(() => (isAsking ? question : first).current?.focus(), [isAsking]);

  const confirm = async () => {
    if (isSending) return;
    setSending(true);
    setFailure('');
    const refused = await send({ reference, paidOn });
    setSending(false);
    if (refused === null) return;
    setFailure(refused);
    setAsking(false);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) void confirm();
    else setAsking(true);
  };
  const { amount, buyer, requestedAt } = transfer;
  return (
    <form className="act-form" onSubmit={onSubmit}>
      {isAsking ? (
        <p ref={question} tabIndex={-1}>
          {`Vous confirmez avoir viré ${formatEuros(amount)} à ${buyer.name} le ${formatDay(paidOn)}, `}
          {`référence «\u00A0${reference.trim()}\u00A0». L’avoir sera émis, et l’acheteur lira qu’il est payé. `}
          Cela ne s’annule pas.
        </p>
      ) : (
        <>
          <label htmlFor={`${id}-reference`}>Référence du virement</label>
          <input
            id={`${id}-reference`}
            className="transfer-reference"
            ref={first}
            required
            pattern=".*\S.*"
            maxLength={transferReferenceCharactersMax}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
          <label htmlFor={`${id}-day`}>Jour du virement</label>
          <input
            id={`${id}-day`}
            type="date"
            required
            min={parisDay(new Date(requestedAt))}
            max={parisDay(new Date())}
            value={paidOn}
            onChange={({ target }) => setPaidOn(target.value)}
          />
        </>
      )}
      <FailureNotice sentence={failure} />
      <div className="reported-acts">
        <Button type="submit" aria-disabled={isSending}>
          {isAsking ? (isSending ? 'Envoi...' : 'Confirmer le virement') : 'Continuer'}
        </Button>
        <Button variant="quiet" onClick={() => (isAsking ? setAsking(false) : onCancel())}>
          {isAsking ? 'Modifier' : 'Annuler'}
        </Button>
      </div>
    </form>
  );
}
