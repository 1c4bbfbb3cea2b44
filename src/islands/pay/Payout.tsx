import { useState } from 'react';
import { call } from '#browser/call.ts';
import { closePayout, type PayBody } from '#shared/contracts/pay.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatDay, formatEuros, parisDay } from '#shared/site/formats.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { CertificateButton } from '../studio/statements/CertificateButton.tsx';
import { PayLines } from '../studio/statements/PayLines.tsx';
import { Button } from '../ui/button/Button.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { PayProps } from './pay-props.ts';

type Props = {
  payout: PayBody['orders'][number]['payouts'][number];
  executesOn: string;
  onDone: PayProps['onDone'];
};
type RecordedState = 'paid' | 'failed';

/** A payment, and the form that records what the bank did. */
export function Payout({ payout, executesOn, onDone }: Props) {
  const [recordedState, setRecordedState] = useState<RecordedState | null>(null);
  const { _id, author, amount, net, lines, maskedIban, state, paidOn } = payout;
  const who = `${formatEuros(net)} à ${author.name}`;
  return (
    <div className="payout">
      <p>
        <strong>{who}</strong> <span className="muted">{maskedIban}</span>
      </p>
      {state === 'paid' && paidOn && <p>{`Payé le ${formatDay(`${paidOn}T12:00:00Z`)}.`}</p>}
      {state === 'failed' && <p>Refusé ou renvoyé par la banque&nbsp;: la somme reste due.</p>}
      <PayLines
        gross={amount}
        net={net}
        lines={lines}
        about={`${who}, ${formatDay(`${executesOn}T12:00:00Z`)}`}
      />
      {state === 'paid' && lines.length > 0 && (
        <CertificateButton payoutId={_id} about={who} mayTake />
      )}
      {recordedState === null && state !== 'failed' && (
        <div className="pay-acts">
          <Button variant="quiet" onClick={() => setRecordedState('paid')}>
            <span>{state === 'paid' ? 'Corriger le jour' : 'Noter payé'}</span>
            <span className="visually-hidden">{` (${who})`}</span>
          </Button>
          <Button variant="quiet" onClick={() => setRecordedState('failed')}>
            <span>{state === 'paid' ? 'Renvoyé par la banque' : 'Refusé par la banque'}</span>
            <span className="visually-hidden">{` (${who})`}</span>
          </Button>
        </div>
      )}
      {recordedState !== null && (
        <RecordPayout
          payout={payout}
          recordedState={recordedState}
          executesOn={executesOn}
          onCancel={() => setRecordedState(null)}
          onDone={async (sentence) => {
            setRecordedState(null);
            await onDone(sentence);
          }}
        />
      )}
    </div>
  );
}

type RecordProps = Props & { recordedState: RecordedState; onCancel: () => void };

function RecordPayout({ payout, executesOn, recordedState, onDone, onCancel }: RecordProps) {
  const today = parisDay(new Date());
  const [paidOn, setPaidOn] = useState(payout.paidOn ?? (executesOn < today ? executesOn : today));
  const send = async () => {
    const outcome = await call(closePayout, {
      params: { id: payout._id },
      body: recordedState === 'paid' ? { state: 'paid', paidOn } : { state: 'failed' },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    await onDone(
      recordedState === 'paid' ? 'Le paiement est noté.' : 'C’est noté\u00A0: la somme reste due.',
    );
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    paidOn: paidOn === '' ? fieldSentences.dateMissing : payMessages.dayOutside,
  });
  return (
    <form className="pay-form" noValidate onSubmit={onSubmit} onInput={onInput}>
      {recordedState === 'paid' ? (
        <TextField
          name="paidOn"
          label="Payé par la banque le"
          type="date"
          required
          error={wrong('paidOn')}
          max={today}
          value={paidOn}
          onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
        />
      ) : (
        <p>La somme sera de nouveau due. Cela ne s’annule pas.</p>
      )}
      <FormEnd action="Confirmer" isBusy={isPending} failure={sentence} onCancel={onCancel} />
    </form>
  );
}
