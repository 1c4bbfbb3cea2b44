import { useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { closePayout, getPayoutFile, type PayBody } from '#shared/contracts/pay.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatDay, formatEuros, parisDay } from '#shared/site/formats.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import { CertificateButton } from '../studio/statements/CertificateButton.tsx';
import { PayLines } from '../studio/statements/PayLines.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import type { PayProps } from './pay-props.ts';

type Props = {
  payout: PayBody['orders'][number]['payouts'][number];
  executesOn: string;
  /** The day on which it was prepared. */
  preparedOn: string;
  onDone: PayProps['onDone'];
};

/** A payment, and the acts that record what the bank did. */
export function Payout({ payout, executesOn, preparedOn, onDone }: Props) {
  const { _id, author, amount, net, lines, maskedIban, state, ...payment } = payout;
  const today = parisDay(new Date());
  const [paidOn, setPaidOn] = useState(payment.paidOn ?? (executesOn < today ? executesOn : today));
  const who = `${formatEuros(net)} à ${author.name}`;
  const isPaid = state === 'paid';
  const act = { of: who, hasReason: false, onDone };
  const params = { id: _id };
  return (
    <div className="desk-part">
      <p>
        <strong>{who}</strong> <span className="muted">{maskedIban}</span>
      </p>
      {isPaid && payment.paidOn && <p>{`Payé le ${formatDay(`${payment.paidOn}T12:00:00Z`)}.`}</p>}
      {state === 'failed' && (
        <p>Refusé ou renvoyé par la banque, ou abandonné&nbsp;: la somme reste due.</p>
      )}
      <PayLines
        gross={amount}
        net={net}
        lines={lines}
        about={`${who}, ${formatDay(`${executesOn}T12:00:00Z`)}`}
      />
      {isPaid && lines.length > 0 && <CertificateButton payoutId={_id} about={who} mayTake />}
      {state !== 'failed' && (
        <div className="desk-acts">
          <DeskAct
            {...act}
            label={isPaid ? 'Corriger le jour' : 'Noter payé'}
            says={`La banque a viré ${who}.`}
            done="Le paiement est noté."
            sentences={{
              paidOn: paidOn === '' ? fieldSentences.dateMissing : payMessages.dayOutside,
            }}
            fields={(wrong) => (
              <TextField
                name="paidOn"
                label="Payé par la banque le"
                type="date"
                required
                error={wrong('paidOn')}
                min={preparedOn}
                max={today}
                value={paidOn}
                onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
              />
            )}
            run={() => call(closePayout, { params, body: { state: 'paid', paidOn } })}
          />
          <DeskAct
            {...act}
            label={isPaid ? 'Renvoyé par la banque' : 'Refusé par la banque'}
            says="La somme sera de nouveau due. Cela ne s’annule pas."
            done={'C’est noté\u00A0: la somme reste due.'}
            run={() => call(closePayout, { params, body: { state: 'failed' } })}
          />
        </div>
      )}
    </div>
  );
}

/** Downloads the file of an order of payments. */
export const PayoutFile = ({ orderId }: { orderId: string }) => (
  <DownloadButton
    path={addressOf(getPayoutFile, { params: { id: orderId } })}
    kind="xml"
    label="Télécharger le fichier"
    isLarge
  />
);
