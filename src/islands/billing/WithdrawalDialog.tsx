import { addressOf } from '#browser/address-of.ts';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import { showCredits } from '#browser/session/session-store.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import {
  getWithdrawalReceipt,
  withdrawPurchase,
  type TransactionBody,
} from '#shared/contracts/credits.ts';
import { formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { Fact } from '../ui/Fact.tsx';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { referenceOf } from './purchase-words.ts';

type Props = {
  purchase: TransactionBody;
  user: UserBody;
  /** The purchase has changed: reloads it. */
  onChanged: () => Promise<void>;
  onClosed: () => void;
};

type Withdrawn = z.output<(typeof withdrawPurchase)['response']>;

/**
 * The step between “Renoncer au contrat ici” and “Confirmer la rétractation”, the wording that French
 * law requires: who withdraws, from what, what happens. Then the acknowledgement.
 */
export function WithdrawalDialog({ purchase, user, onChanged, onClosed }: Props) {
  const dialog = useRef<DialogHandle>(null);
  const [done, setDone] = useState<Withdrawn | null>(null);
  const { withdrawable } = purchase;
  const isNothingLeft = withdrawable === null;
  // The pressed button is gone.
  useEffect(() => {
    if (done) dialog.current?.focusTitle();
  }, [done]);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isNothingLeft && isLost) dialog.current?.focusTitle();
  }, [isNothingLeft]);

  const withdraw = useAction(async (credits: number) => {
    const outcome = await call(withdrawPurchase, {
      params: { id: purchase._id },
      body: { credits },
    });
    if (outcome.ok) {
      setDone(outcome.data);
      showCredits(outcome.data.remainingCredits);
      void onChanged();
      return null;
    }
    // The balance has changed too; what would be left is computed from it.
    if (outcome.error === 'WITHDRAWAL_REFUSED') await Promise.all([onChanged(), refreshUser()]);
    return { sentence: outcome.message };
  });
  const { isPending, refusal } = withdraw;

  // Withdrawn or spent elsewhere while this dialog was open.
  const isGone = !done && !withdrawable && !isPending && refusal === null;
  return (
    <Dialog
      className="withdrawal-dialog"
      title={done ? 'Rétractation enregistrée' : 'Renoncer au contrat'}
      isBusy={isPending}
      ref={dialog}
      onClosed={onClosed}
    >
      {done ? (
        <Done purchase={purchase} done={done} />
      ) : (
        withdrawable && <Consequences purchase={purchase} user={user} withdrawable={withdrawable} />
      )}
      {isGone && <p>{messages.withdrawalNothingLeft}</p>}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <div className="actions">
        {!done && withdrawable && (
          <Button aria-disabled={isPending} onClick={() => withdraw.run(withdrawable.credits)}>
            {isPending ? 'Envoi...' : 'Confirmer la rétractation'}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-disabled={isPending}
          onClick={() => isPending || dialog.current?.close()}
        >
          {done || !withdrawable ? 'Fermer' : 'Annuler'}
        </Button>
      </div>
    </Dialog>
  );
}

type ConsequencesProps = {
  purchase: TransactionBody;
  user: UserBody;
  withdrawable: NonNullable<TransactionBody['withdrawable']>;
};

function Consequences({ purchase, user, withdrawable }: ConsequencesProps) {
  const { credits, amount } = withdrawable;
  // The balance excludes credits frozen by a dispute.
  const freeCredits = credits - (purchase.dispute?.frozenCredits ?? 0);
  return (
    <>
      <dl className="dialog-facts">
        <Fact name="Vous">{user.displayName || user.name}</Fact>
        <Fact name="Contrat">
          {`${purchase.packName}, ${plural(purchase.credits, 'crédit')}, ${formatEuros(purchase.amount)}`}
        </Fact>
        <Fact name="Achat">
          {`${formatDay(purchase.createdAt)}, référence\u00A0${referenceOf(purchase._id)}`}
        </Fact>
        <Fact name="Crédits retirés">{plural(credits, 'crédit')}</Fact>
        <Fact name="Remboursement">{formatEuros(amount)}</Fact>
        <Fact name="Il vous restera">
          {plural(Math.max(0, user.credits - freeCredits), 'crédit')}
        </Fact>
      </dl>
      <p>
        Seuls les crédits non dépensés sont remboursés, par le moyen de paiement de l’achat, dans
        les quatorze jours. Les chapitres déverrouillés vous restent ouverts. L’accusé de réception
        se télécharge aussitôt ici, puis dans votre historique.
      </p>
    </>
  );
}

function Done({ purchase, done }: { purchase: TransactionBody; done: Withdrawn }) {
  return (
    <>
      <p role="status">
        {`Vous avez renoncé à ${plural(done.credits, 'crédit')}. ${formatEuros(done.amount)} ${purchase.dispute ? 'vous seront remboursés une fois que votre banque aura décidé de votre contestation, sauf si elle vous a déjà rendu cette somme' : 'vous sont remboursés par le moyen de paiement de l’achat'}. Il vous reste ${plural(done.remainingCredits, 'crédit')}.`}
      </p>
      <DownloadButton
        path={addressOf(getWithdrawalReceipt, { params: { id: purchase._id } })}
        label="Accusé de réception"
        of={`de la rétractation, achat ${referenceOf(purchase._id)}`}
      />
    </>
  );
}
