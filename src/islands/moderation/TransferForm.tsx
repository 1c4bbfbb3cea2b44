import { useEffect, useRef, useState } from 'react';
import { transferReferenceCharactersMax } from '#shared/constants.ts';
import type { TransferBody } from '#shared/contracts/transfers.ts';
import { formatDay, formatEuros, parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { Refusal } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  transfer: TransferBody;
  /** Null once it is recorded. */
  send: (made: { reference: string; paidOn: string }) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** Asks for the transfer's reference and day, then for a confirmation: it cannot be undone. */
export function TransferForm({ transfer, send, onCancel }: Props) {
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
    <form className="act-form" noValidate {...{ onSubmit, onInput }}>
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
