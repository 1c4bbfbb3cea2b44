import { useEffect, useRef } from 'react';
import { call } from '#browser/call.ts';
import { showCredits } from '#browser/session-store.ts';
import { onUnlocked as onUnlockedElsewhere, tellUnlocked } from '#browser/unlocks.ts';
import type { unlockChapter } from '#shared/contracts/credits.ts';
import { plural } from '#shared/formats.ts';
import { paths } from '#shared/paths.ts';
import { packsSentence, type PricedPack } from '#shared/price-in-euros.ts';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { BuyCredits } from '../unlock/BuyCredits.tsx';
import { toldBalance, unlockFailureSentence } from '../unlock/unlock-failure.ts';
import { useAction } from '../ui/use-action.ts';
import { useSession } from '../ui/use-session.ts';
import { LockedPanel, type LockedChapter } from './LockedPanel.tsx';
import { RestForMember } from './RestForMember.tsx';

type Props = {
  chapter: LockedChapter;
  packs: readonly PricedPack[];
  /** How many were unlocked. */
  onUnlocked: (chapters: number) => void;
  /** Unlocked in another tab or island, perhaps including this chapter. */
  onUnlockedElsewhere: () => void;
  onSuspended: (lockedUntil: string) => void;
};

/** The panel for a signed-in user: their balance, and the button to unlock the chapter. */
export function LockedForMember({ chapter, packs, onUnlocked, onSuspended, ...props }: Props) {
  const session = useSession();
  /** Later results are caused by a user action. */
  const isDone = useRef(false);
  const { id, creditCost, novelId, novelSlug } = chapter;
  const balance = session.kind === 'signed-in' ? session.user.credits : null;
  const isShort = balance !== null && balance < creditCost;

  const { onUnlockedElsewhere: follow } = props;
  useEffect(
    () =>
      onUnlockedElsewhere(novelId, () => {
        if (!isDone.current) follow();
      }),
    [novelId, follow],
  );

  const finish = (chapters: number) => {
    isDone.current = true;
    onUnlocked(chapters);
  };
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof unlockChapter>('POST', '/api/chapters/{id}/unlock', {
      params: { id },
      body: { credits: creditCost },
    });
    if (outcome.ok) {
      showCredits(outcome.data.remainingCredits);
      finish(1);
      tellUnlocked(novelId);
      return null;
    }
    if (outcome.error === 'ACCESS_LOCKED') {
      onSuspended(String(outcome.body.lockedUntil));
      return null;
    }
    const known = toldBalance(outcome);
    if (known !== null) showCredits(known);
    // The panel updates to the new price, and the user decides again. If their balance covers the
    // shown price, the chapter has become more expensive.
    if (outcome.error === 'PRICE_CHANGED' || (known !== null && known >= creditCost)) follow();
    // The updated panel states the missing credits, and how to buy them.
    return { sentence: known === null ? unlockFailureSentence(outcome) : '' };
  });

  return (
    <LockedPanel {...{ chapter, packs }}>
      <p role="status">{balance === null ? '\u00A0' : `Vous avez ${plural(balance, 'crédit')}.`}</p>
      <Button
        disabled={isShort}
        aria-disabled={isPending || undefined}
        aria-describedby={isShort ? 'credits-insuffisants' : undefined}
        onClick={() => run()}
      >
        {isPending ? 'Déverrouillage...' : `Déverrouiller pour ${plural(creditCost, 'crédit')}`}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      {isShort && (
        <>
          <BuyCredits id="credits-insuffisants" takesFocus={refusal?.sentence === ''} />
          <p className="fine">{packsSentence(packs, creditCost - balance)}</p>
        </>
      )}
      <RestForMember
        {...{ novelId, packs, onSuspended }}
        forAll={chapter.novelPrice}
        offersCredits={!isShort}
        onUnlocked={({ chapters }) => finish(chapters)}
      />
      <ButtonLink variant="quiet" href={paths.novel(novelSlug)}>
        Retour au roman
      </ButtonLink>
    </LockedPanel>
  );
}
