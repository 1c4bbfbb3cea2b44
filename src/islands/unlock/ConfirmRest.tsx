import { useId, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import { showCredits } from '#browser/session/session-store.ts';
import { broadcastUnlocked } from '#browser/purchase/unlocks.ts';
import { unlockNovel } from '#shared/contracts/unlock.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { aboutEuros, packsSentence, type PricedPack } from '#shared/money/price-in-euros.ts';
import { Button } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { Fact } from '../ui/Fact.tsx';
import { useAction } from '../ui/use-action.ts';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { BuyCredits } from './BuyCredits.tsx';
import { balanceInRefusal, missingSentence, unlockFailureSentence } from './unlock-words.ts';
import { QuestionBefore } from './QuestionBefore.tsx';
import type { RestPrice } from './use-rest-price.ts';

type Props = {
  novelId: string;
  /** The title of a part: its chapters alone, instead of all that remain. */
  part?: string | undefined;
  price: RestPrice;
  packs: readonly PricedPack[];
  onPriceChanged: () => Promise<void>;
  /** How many were unlocked: fewer than confirmed where some have gone meanwhile. */
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
  onClosed: () => void;
};

/** The price of the remaining chapters, and the balance before and after; one press confirms it. */
export function ConfirmRest({ novelId, part, price, packs, ...handlers }: Props) {
  const dialog = useRef<DialogHandle>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const session = useSession();
  const missingId = useId();
  const balance = session.kind === 'signed-in' ? session.user.credits : null;
  const missing = balance === null ? 0 : price.credits - balance;
  const close = () => dialog.current?.close();
  /** The chapter whose question is due before the payment. */
  const [asksFor, setAsksFor] = useState<string | null>(null);

  const suspend = (lockedUntil: string) => {
    close();
    handlers.onSuspended(lockedUntil);
  };
  const { run, isPending, refusal } = useAction(async ({ hasAnswered }: Step) => {
    const outcome = await call(unlockNovel, {
      params: { id: novelId },
      body: { credits: price.credits, part },
    });
    if (outcome.ok) {
      showCredits(outcome.data.remainingCredits);
      close();
      broadcastUnlocked(novelId);
      handlers.onUnlocked(outcome.data.chapterIds.length);
      return null;
    }
    const needsChallenge = outcome.error === 'CHALLENGE_REQUIRED' && !hasAnswered;
    setAsksFor(needsChallenge ? String(outcome.body.chapterId) : null);
    if (needsChallenge) return null;
    if (outcome.error === 'ACCESS_LOCKED') {
      suspend(String(outcome.body.lockedUntil));
      return null;
    }
    const known = balanceInRefusal(outcome);
    if (known !== null) showCredits(known);
    // Some of it may have been paid on another device: the balance has changed too.
    if (outcome.error === 'PRICE_CHANGED') {
      await Promise.all([handlers.onPriceChanged(), refreshUser()]);
    }
    // The dialog itself states the missing credits, and how to buy them.
    return { sentence: known === null ? unlockFailureSentence(outcome) : '' };
  });

  return (
    <Dialog
      className="confirm-rest"
      title={
        part === undefined
          ? 'Déverrouiller tous les chapitres restants\u00A0?'
          : `Déverrouiller la partie «\u00A0${part}\u00A0»\u00A0?`
      }
      // Not the button that spends: a key still held down would press it.
      first={cancel}
      isBusy={isPending}
      ref={dialog}
      onClosed={handlers.onClosed}
    >
      {asksFor === null ? (
        <>
          <dl className="dialog-facts">
            <Fact name="Chapitres">{formatCount(price.chapters)}</Fact>
            <Fact name="Prix">
              {plural(price.credits, 'crédit') +
                aboutEuros(packs, price.credits, (euros) => ` (${euros})`)}
            </Fact>
            {balance !== null && <Fact name="Vous avez">{plural(balance, 'crédit')}</Fact>}
            {balance !== null && missing <= 0 && (
              <Fact name="Il vous restera">{plural(-missing, 'crédit')}</Fact>
            )}
          </dl>
          <p className="fine">Les chapitres vous restent ouverts, une fois pour toutes.</p>
          <FailureNotice sentence={refusal?.sentence ?? ''} />
          {missing > 0 && balance !== null && (
            <>
              <p className="buy-reason" id={missingId}>
                {missingSentence(price.credits, balance)}
              </p>
              {packs.length > 0 && <p className="fine">{packsSentence(packs, missing)}</p>}
            </>
          )}
        </>
      ) : (
        <QuestionBefore
          chapterId={asksFor}
          then={`Ensuite, les chapitres s’ouvrent pour ${plural(price.credits, 'crédit')}.`}
          onPassed={() => run({ hasAnswered: true })}
          onRefused={() => {
            // The chapter has gone, and with it its price.
            setAsksFor(null);
            void handlers.onPriceChanged();
          }}
          onLocked={suspend}
        />
      )}
      <div className="actions">
        {asksFor === null &&
          (missing > 0 ? (
            <BuyCredits
              packs={packs}
              wanted={{ novelId, part }}
              describedBy={missingId}
              takesFocus={refusal !== null}
              onBuy={close}
            />
          ) : (
            <Button aria-disabled={isPending} onClick={() => run({ hasAnswered: false })}>
              {isPending
                ? 'Déverrouillage...'
                : `Confirmer pour ${plural(price.credits, 'crédit')}`}
            </Button>
          ))}
        <Button
          variant="quiet"
          ref={cancel}
          aria-disabled={isPending}
          onClick={() => isPending || close()}
        >
          Annuler
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether a question was answered right on the way to this attempt. */
type Step = { hasAnswered: boolean };
