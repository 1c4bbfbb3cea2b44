import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { showCredits } from '#browser/session/session-store.ts';
import { onUnlocked as onUnlockedElsewhere, broadcastUnlocked } from '#browser/purchase/unlocks.ts';
import { unlockChapter } from '#shared/contracts/unlock.ts';
import { plural } from '#shared/site/formats.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { BuyCredits } from '../unlock/BuyCredits.tsx';
import {
  balanceInRefusal,
  missingSentence,
  unlockFailureSentence,
} from '../unlock/unlock-words.ts';
import { QuestionBefore } from '../unlock/QuestionBefore.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSession } from '../ui/use-session.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnlockPart } from '../unlock/UnlockPart.tsx';
import { UnlockRest } from '../unlock/UnlockRest.tsx';
import { useRestPrice, type RestPrice } from '../unlock/use-rest-price.ts';
import { Gate, priceLine, type LockedChapter } from './Gate.tsx';

type Props = {
  chapter: LockedChapter;
  /** The part of the novel that it is in, by its title. */
  part: string | null;
  packs: readonly PricedPack[];
  language: string;
  /** How many were unlocked. The gate stays until the text is there. */
  onUnlocked: (chapters: number) => void;
  /** Unlocked in another tab or island, perhaps including this chapter. */
  onUnlockedElsewhere: () => void;
  onSuspended: (lockedUntil: string) => void;
};

/** The gate for a signed-in user: one button, the question before it where one is due. */
export function GateForMember({ chapter, part, packs, language, onUnlocked, ...props }: Props) {
  const session = useSession();
  const balanceId = useId();
  /** Unlocked here: later results are caused by a user action. */
  const isDone = useRef(false);
  const [isOpening, setOpening] = useState(false);
  const [asks, setAsks] = useState(false);
  const hadChallenge = useRef(false);
  /** The button comes back in the question's place: with the focus that the question had. */
  const focusAfterQuestion = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !hadChallenge.current) return;
    hadChallenge.current = false;
    button.focus();
  }, []);
  const { id, creditCost, novelId } = chapter;
  const balance = session.kind === 'signed-in' ? session.user.credits : null;
  // Not once it is paid: the balance is the new one then.
  const isShort = balance !== null && balance < creditCost && !isOpening;

  const { onUnlockedElsewhere: follow, onSuspended } = props;
  useEffect(
    () =>
      onUnlockedElsewhere(novelId, () => {
        if (!isDone.current) follow();
      }),
    [novelId, follow],
  );

  const finish = (chapters: number) => {
    isDone.current = true;
    setOpening(true);
    onUnlocked(chapters);
  };
  const { run, isPending, refusal } = useAction(async ({ hasAnswered }: Step) => {
    const outcome = await call(unlockChapter, {
      params: { id },
      body: { credits: creditCost },
    });
    if (outcome.ok) {
      showCredits(outcome.data.remainingCredits);
      finish(1);
      broadcastUnlocked(novelId);
      return null;
    }
    const needsChallenge = outcome.error === 'CHALLENGE_REQUIRED' && !hasAnswered;
    setAsks(needsChallenge);
    if (needsChallenge) {
      hadChallenge.current = true;
      return null;
    }
    if (outcome.error === 'ACCESS_LOCKED') {
      onSuspended(String(outcome.body.lockedUntil));
      return null;
    }
    const known = balanceInRefusal(outcome);
    if (known !== null) showCredits(known);
    // The gate updates to the new price, and the user decides again. If their balance covers the
    // shown price, the chapter has become more expensive.
    if (outcome.error === 'PRICE_CHANGED' || (known !== null && known >= creditCost)) follow();
    // The updated gate states the missing credits, and how to buy them.
    return { sentence: known === null ? unlockFailureSentence(outcome) : '' };
  });

  const label = `Déverrouiller pour ${plural(creditCost, 'crédit')}`;
  if (asks) {
    return (
      <QuestionBefore
        chapterId={id}
        then={`Ensuite, le chapitre s’ouvre pour ${plural(creditCost, 'crédit')}.`}
        onPassed={() => run({ hasAnswered: true })}
        onCancelled={() => setAsks(false)}
        onRefused={() => {
          setAsks(false);
          follow();
        }}
        onLocked={onSuspended}
      />
    );
  }
  return (
    <Gate
      chapter={chapter}
      packs={packs}
      language={language}
      action={
        <>
          {isShort ? (
            <BuyCredits
              packs={packs}
              wanted={{ novelId, part: part ?? undefined }}
              describedBy={balanceId}
              takesFocus={refusal?.sentence === ''}
            />
          ) : (
            <Button
              isBusy={isPending || isOpening}
              onClick={() => run({ hasAnswered: false })}
              ref={focusAfterQuestion}
            >
              {isPending || isOpening ? 'Déverrouillage...' : label}
            </Button>
          )}
          <FailureNotice sentence={refusal?.sentence ?? ''} />
          <p className="balance" id={balanceId} role="status">
            {isShort
              ? missingSentence(creditCost, balance)
              : balance === null
                ? '\u00A0'
                : `Vous avez ${plural(balance, 'crédit')}.`}
          </p>
        </>
      }
    >
      {isShort ? (
        <Button variant="link" disabled aria-describedby={balanceId}>
          {label}
        </Button>
      ) : (
        <RestForMember
          novelId={novelId}
          part={part}
          packs={packs}
          onSuspended={onSuspended}
          forAll={chapter.novelPrice}
          onUnlocked={finish}
        />
      )}
    </Gate>
  );
}

/** Whether a question was answered right on the way to this attempt. */
type Step = { hasAnswered: boolean };

type RestForMemberProps = {
  novelId: string;
  /** The part that the chapter is in, by its title; null for none. */
  part: string | null;
  /** The anonymous price, rendered into the page. */
  forAll: RestPrice;
  packs: readonly PricedPack[];
  onUnlocked: (chapters: number) => void;
  onSuspended: (lockedUntil: string) => void;
};

/** At the end of the gate: unlocks all remaining chapters in one step, if there are others. */
function RestForMember({ novelId, part, forAll, packs, ...rest }: RestForMemberProps) {
  const { price, parts, refresh } = useRestPrice(novelId, forAll);
  const classes = part === null ? 'rest' : 'rest rest-with-part';
  // It was the only one from the start: no space is reserved.
  if (forAll.chapters < 2) return null;
  if (price === null) {
    return (
      <div className={classes}>
        <Spinner label="Chargement..." />
      </div>
    );
  }
  const { chapters, credits } = price;
  // All were just unlocked elsewhere.
  if (chapters === 0) return null;
  const left = parts.find((one) => one.part === part);
  // Of a part with no other chapter, or of the whole rest, another line says as much.
  const isBundle = !left || (left.chapters > 1 && left.chapters < chapters);
  return (
    <div className={classes}>
      {part !== null && isBundle && (
        <UnlockPart
          novelId={novelId}
          left={left}
          packs={packs}
          {...rest}
          onPriceChanged={refresh}
        />
      )}
      {chapters < 2 ? (
        <p>C’est le dernier chapitre à déverrouiller dans ce roman.</p>
      ) : (
        <UnlockRest
          novelId={novelId}
          price={price}
          packs={packs}
          {...rest}
          label={`Tout le reste\u00A0: ${priceLine(packs, credits)}`}
          onPriceChanged={refresh}
        />
      )}
    </div>
  );
}
