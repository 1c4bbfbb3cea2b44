import { useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { ChapterText } from './ChapterText.tsx';
import { Failed } from './Failed.tsx';
import { QuestionBefore } from '../unlock/QuestionBefore.tsx';
import { unlockedSentence } from '../unlock/unlocked-sentence.ts';
import type { LockedChapter } from './Gate.tsx';
import { GateForMember } from './GateForMember.tsx';
import styles from './premium.css?inline';
import { Seal } from './Seal.tsx';
import { Suspended } from './Suspended.tsx';
import { useOpened } from './use-opened.ts';

adoptStyles(styles);

type Props = { chapter: LockedChapter; packs: readonly PricedPack[]; language: string };

/** A premium chapter for a signed-in user (specification, section 4: chapter access). */
export function MemberChapter(props: Props) {
  /** What was just unlocked here. */
  const [told, setTold] = useState('');
  return (
    <>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      <Chapter
        {...props}
        isUnlockedHere={told !== ''}
        onUnlocked={(chapters) => setTold(unlockedSentence(chapters))}
      />
    </>
  );
}

type ChapterProps = Props & { isUnlockedHere: boolean; onUnlocked: (chapters: number) => void };

function Chapter({ chapter, packs, language, isUnlockedHere, onUnlocked }: ChapterProps) {
  const { opened, round, takesFocus, isRetrying, again, follow, enter, suspend, pass } = useOpened(
    chapter.id,
  );
  switch (opened?.kind) {
    case undefined:
      return <Spinner label="Chargement du chapitre..." />;
    case 'locked':
      return (
        <GateForMember
          {...{ packs, language }}
          chapter={{ ...chapter, creditCost: opened.creditCost }}
          part={opened.part}
          onUnlocked={(chapters) => {
            onUnlocked(chapters);
            enter();
          }}
          onUnlockedElsewhere={follow}
          onSuspended={suspend}
        />
      );
    case 'open':
      return (
        <>
          {isUnlockedHere && <Seal isBroken />}
          <ChapterText id={chapter.id} html={opened.html} {...{ language, takesFocus }} />
        </>
      );
    case 'suspended':
      return (
        <Suspended lockedUntil={opened.lockedUntil} onRestored={again} takesFocus={takesFocus} />
      );
    case 'challenge':
      return (
        <QuestionBefore
          key={round}
          chapterId={chapter.id}
          takesFocus={takesFocus}
          onPassed={() => pass(opened.encrypted)}
          onRefused={again}
          onLocked={suspend}
        />
      );
    case 'failed':
      return (
        <Failed
          message={opened.message}
          onRetry={opened.mayRetry ? again : null}
          {...{ isRetrying, takesFocus }}
        />
      );
  }
}
