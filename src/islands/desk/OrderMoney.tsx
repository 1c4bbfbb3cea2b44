import { addressOf } from '#browser/address-of.ts';
import { getDeskDocument, type DeskOrderBody } from '#shared/contracts/desk-orders.ts';
import { deskMessages } from '#shared/site/desk-words.ts';
import { formatCount, formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { Fact } from '../ui/Fact.tsx';

type Money = NonNullable<DeskOrderBody['money']>;

/** What an order's money has become, for who may see it. */
export function MoneyFacts({ id, money }: { id: string; money: Money }) {
  return (
    <>
      <Fact name="Crédits">
        {`${plural(money.credits, 'crédit')}, dont ${formatCount(money.unspentCredits)} non dépensés, ${money.frozenCredits > 0 ? `${formatCount(money.frozenCredits)} gelés, ` : ''}${formatCount(money.takenCredits)} repris`}
      </Fact>
      <Fact name="Frais de Stripe">{feesText(money.fees)}</Fact>
      {money.creditNotes.length > 0 && (
        <Fact name="Avoirs">
          {money.creditNotes.map(({ _id, number, amount }) => (
            <DownloadButton
              key={_id}
              path={addressOf(getDeskDocument, { params: { id }, query: { note: _id } })}
              label={`${number} (${formatEuros(amount)})`}
            />
          ))}
        </Fact>
      )}
      {money.withdrawal && (
        <Fact name="Rétractation">
          {`${formatEuros(money.withdrawal.amount)}, ${withdrawalWords[money.withdrawal.state] ?? money.withdrawal.state}`}
        </Fact>
      )}
      {money.disputes.map((dispute) => (
        <Fact key={dispute.id} name="Contestation">
          {disputeText(dispute)}
        </Fact>
      ))}
      {money.disputes.some(({ state }) => state === 'lost') && (
        <Fact name="Remboursement">{deskMessages.refundedByBank}</Fact>
      )}
    </>
  );
}

function feesText(fees: Money['fees']): string {
  if (fees.length === 0) return 'Pas encore lus chez Stripe';
  const sum = fees.reduce((total, { amount }) => total + amount, 0);
  const parts = fees.map(
    ({ category, amount }) => `${feeWords[category] ?? category} ${formatEuros(amount)}`,
  );
  return parts.length > 1 ? `${formatEuros(sum)}\u00A0: ${parts.join(', ')}` : formatEuros(sum);
}

function disputeText({ amount, state, reason, evidenceDueAt }: Money['disputes'][number]): string {
  const due = state === 'open' && evidenceDueAt !== null;
  return [
    formatEuros(amount),
    disputeWords[state] ?? state,
    ...(reason === null ? [] : [`motif\u00A0: ${reasonWords[reason] ?? reason}`]),
    ...(due ? [`preuves avant le ${formatDay(evidenceDueAt)}`] : []),
  ].join(', ');
}

const withdrawalWords: Readonly<Record<string, string>> = {
  owed: 'à rembourser par Stripe',
  disputed: 'en attente de la banque',
  transfer: 'à payer par virement',
  refunded: 'remboursée',
  transferred: 'payée par virement',
  bank: 'remboursée par la banque',
};

export const disputeWords: Readonly<Record<string, string>> = {
  open: 'en cours',
  won: 'gagnée',
  lost: 'perdue',
  inquiry: 'question de la banque',
};

const feeWords: Readonly<Record<string, string>> = {
  charge: 'paiement',
  refund: 'remboursement',
  refund_failure: 'remboursement échoué',
  dispute: 'contestation',
  dispute_reversal: 'contestation gagnée',
};

/** What Stripe says that the buyer's bank gives as the reason; others are shown as they are. */
const reasonWords: Readonly<Record<string, string>> = {
  fraudulent: 'paiement frauduleux',
  unrecognized: 'paiement non reconnu',
  duplicate: 'paiement en double',
  product_not_received: 'achat non reçu',
  product_unacceptable: 'achat non conforme',
  credit_not_processed: 'remboursement non reçu',
  insufficient_funds: 'provision insuffisante',
  debit_not_authorized: 'prélèvement non autorisé',
};
