import { useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { plural } from '#shared/formats.ts';
import type { PricedPack } from '#shared/price-in-euros.ts';
import { Challenge } from '../challenge/Challenge.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ChapterText } from './ChapterText.tsx';
import { Failed } from './Failed.tsx';
import { LockedForMember } from './LockedForMember.tsx';
import type { LockedChapter } from './LockedPanel.tsx';
import styles from './premium.css?inline';
import { Suspended } from './Suspended.tsx';
import { useOpened } from './use-opened.ts';

adoptStyles(styles);

type Props = { chapter: LockedChapter; packs: readonly PricedPack[]; language: string };

/** A premium chapter for a signed-in user (specification, section 4: chapter access). */
export function MemberChapter({ chapter, packs, language }: Props) {
  const { opened, round, takesFocus, isRetrying, again, follow, pass, suspend } = useOpened(
    chapter.id,
  );
  /** What was just unlocked here. */
  const [told, setTold] = useState('');
  switch (opened?.kind) {
    case undefined:
      return <Spinner label="Chargement du chapitre..." />;
    case 'locked':
      return (
        <LockedForMember
          packs={packs}
          chapter={{ ...chapter, creditCost: opened.creditCost }}
          onUnlocked={(chapters) => {
            setTold(`${plural(chapters, 'chapitre déverrouillé', 'chapitres déverrouillés')}. `);
            again();
          }}
          onUnlockedElsewhere={follow}
          onSuspended={suspend}
        />
      );
    case 'open':
      return <ChapterText id={chapter.id} html={opened.html} {...{ language, takesFocus }} />;
    case 'suspended':
      return (
        <Suspended lockedUntil={opened.lockedUntil} onRestored={again} takesFocus={takesFocus} />
      );
    case 'challenge':
      return (
        <Challenge
          key={round}
          chapterId={chapter.id}
          title="Une question avant de lire"
          reason={`${told}Cette question tient les robots à distance. Une erreur est permise ; la seconde suspend l’accès aux romans pendant dix minutes.`}
          takesFocus={takesFocus}
          onPassed={() => pass(opened.sealed)}
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
