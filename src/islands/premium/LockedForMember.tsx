import { useEffect, useRef, useState } from 'react';
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
import { useSession } from '../ui/use-session.ts';
import { LockedPanel, type LockedChapter } from './LockedPanel.tsx';
import { RestForMember } from './RestForMember.tsx';

type Props = {
  chapter: LockedChapter;
  packs: readonly PricedPack[];
  /** So many were. */
  onUnlocked: (chapters: number) => void;
  /** In another tab or island, perhaps this chapter too. */
  onUnlockedElsewhere: () => void;
  onSuspended: (lockedUntil: string) => void;
};

/** The panel for somebody signed in: what they have, and the chapter for it. */
export function LockedForMember({ chapter, packs, onUnlocked, onSuspended, ...props }: Props) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isRefused, setRefused] = useState(false);
  /** What is heard from now on is our own doing. */
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
  const unlock = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    setRefused(false);
    const outcome = await call<typeof unlockChapter>('POST', '/api/chapters/{id}/unlock', {
      params: { id },
      body: { credits: creditCost },
    });
    setBusy(false);
    if (outcome.ok) {
      showCredits(outcome.data.remainingCredits);
      finish(1);
      tellUnlocked(novelId);
    } else if (outcome.error === 'ACCESS_LOCKED') {
      onSuspended(String(outcome.body.lockedUntil));
    } else if (outcome.error === 'PRICE_CHANGED') {
      setFailure(unlockFailureSentence(outcome));
      // The panel follows with the new cost, and the reader decides again.
      follow();
    } else {
      const known = toldBalance(outcome);
      // The panel itself says then what is wanting, and how to get it.
      if (known === null) setFailure(unlockFailureSentence(outcome));
      else {
        setRefused(true);
        showCredits(known);
        // Enough for what the panel says: the chapter has become dearer, and is asked for anew.
        if (known >= creditCost) follow();
      }
    }
  };

  return (
    <LockedPanel {...{ chapter, packs }}>
      <p role="status">{balance === null ? '\u00A0' : `Vous avez ${plural(balance, 'crédit')}.`}</p>
      <Button
        disabled={isShort}
        aria-disabled={isBusy || undefined}
        aria-describedby={isShort ? 'credits-insuffisants' : undefined}
        onClick={() => void unlock()}
      >
        {isBusy ? 'Déverrouillage...' : `Déverrouiller pour ${plural(creditCost, 'crédit')}`}
      </Button>
      <FailureNotice sentence={failure} />
      {isShort && (
        <>
          <BuyCredits id="credits-insuffisants" takesFocus={isRefused} />
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
