import { useEffect, useId, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/refresh-user.ts';
import { showCredits } from '#browser/session-state.ts';
import { tellUnlocked } from '#browser/unlocks.ts';
import type { unlockNovel } from '#shared/contracts/credits.ts';
import { formatCount, plural } from '#shared/formats.ts';
import { aboutEuros, packsSentence, type PricedPack } from '#shared/price-in-euros.ts';
import { Button } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';
import { Fact } from '../ui/Fact.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { BuyCredits } from './BuyCredits.tsx';
import { toldBalance, unlockFailureSentence } from './unlock-failure.ts';
import type { RestPrice } from './use-rest-price.ts';

/** What was unlocked in one step. */
export type Confirmed = RestPrice;

type Props = {
  novelId: string;
  price: RestPrice;
  packs: readonly PricedPack[];
  onPriceChanged: () => Promise<void>;
  onUnlocked: (confirmed: Confirmed) => void;
  onSuspended: (lockedUntil: string) => void;
  onClosed: () => void;
};

/** What it costs to open the rest of a novel, before and after; one press confirms that sum. */
export function ConfirmRest({ novelId, price, packs, ...told }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const balance = session.kind === 'signed-in' ? session.user.credits : null;
  const missing = balance === null ? 0 : price.credits - balance;
  const close = () => dialog.current?.close();
  useEffect(() => {
    dialog.current?.showModal();
    // Not the button that spends: a key that is still held down would press it.
    cancel.current?.focus();
  }, []);

  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    setRefused(false);
    const outcome = await call<typeof unlockNovel>('POST', '/api/novels/{id}/unlock', {
      params: { id: novelId },
      body: { credits: price.credits },
    });
    if (outcome.ok) {
      showCredits(outcome.data.remainingCredits);
      close();
      tellUnlocked(novelId);
      told.onUnlocked(price);
    } else if (outcome.error === 'ACCESS_LOCKED') {
      close();
      told.onSuspended(String(outcome.body.lockedUntil));
    } else {
      const known = toldBalance(outcome);
      setRefused(true);
      if (known !== null) showCredits(known);
      // Some of it may have been paid on another device: the balance too is another one.
      if (outcome.error === 'PRICE_CHANGED') {
        await Promise.all([told.onPriceChanged(), refreshUser()]);
      }
      // The dialog itself says what is wanting, and how to get it.
      if (known === null) setFailure(unlockFailureSentence(outcome));
    }
    setBusy(false);
  };

  return (
    <dialog
      className="dialog confirm-rest"
      ref={dialog}
      aria-labelledby={id}
      // What is under way cannot be called off.
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={told.onClosed}
    >
      <h2 id={id}>{'Déverrouiller tous les chapitres restants\u00A0?'}</h2>
      <dl className="dialog-facts">
        <Fact name="Chapitres">{formatCount(price.chapters)}</Fact>
        <Fact name="Prix">{`${plural(price.credits, 'crédit')} (${aboutEuros(packs, price.credits)})`}</Fact>
        {balance !== null && <Fact name="Vous avez">{plural(balance, 'crédit')}</Fact>}
        {balance !== null && missing <= 0 && (
          <Fact name="Il vous restera">{plural(-missing, 'crédit')}</Fact>
        )}
      </dl>
      <p className="fine">Les chapitres vous restent ouverts, une fois pour toutes.</p>
      <FailureNotice sentence={failure} />
      {missing > 0 ? (
        <>
          <BuyCredits
            id={`${id}-missing`}
            missing={`Il vous en manque ${formatCount(missing)}.`}
            takesFocus={isRefused}
            onBuy={close}
          />
          <p className="fine">{packsSentence(packs, missing)}</p>
        </>
      ) : (
        <Button aria-disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? 'Déverrouillage...' : `Confirmer pour ${plural(price.credits, 'crédit')}`}
        </Button>
      )}
      <Button
        variant="quiet"
        ref={cancel}
        aria-disabled={isBusy}
        onClick={() => !isBusy && close()}
      >
        Annuler
      </Button>
    </dialog>
  );
}
