import { adoptStyles } from '../../lib/browser/adopt-styles.ts';
import { plural } from '../../lib/shared/formats.ts';
import { paths } from '../../lib/shared/paths.ts';
import { Challenge } from '../challenge/Challenge.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useSession } from '../ui/use-session.ts';
import { ChapterText } from './ChapterText.tsx';
import { LockedPanel, type LockedChapter } from './LockedPanel.tsx';
import styles from './premium.css?inline';
import { Suspended } from './Suspended.tsx';
import { useOpened } from './use-opened.ts';

adoptStyles(styles);

type Props = { chapter: LockedChapter; language: string };

/** A premium chapter as it is to somebody signed in (specification, section 4: chapter access). */
export function MemberChapter({ chapter, language }: Props) {
  const { opened, round, isRetrying, again, pass, suspend } = useOpened(chapter.id);
  // The focus goes along with what somebody did here, and stays where it is for what came by itself.
  const takesFocus = round > 1;
  switch (opened?.kind) {
    case undefined:
      return <Spinner label="Chargement du chapitre..." />;
    case 'locked':
      return <LockedForMember chapter={chapter} />;
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
          reason="Elle tient les robots à distance. Une erreur est permise ; la seconde suspend l’accès aux romans pendant dix minutes."
          onPassed={() => pass(opened.sealed)}
          onRefused={again}
          onLocked={suspend}
        />
      );
    case 'failed':
      return opened.mayRetry ? (
        <LoadFailure message={opened.message} onRetry={again} isRetrying={isRetrying} />
      ) : (
        <div className="notice" role="alert">
          <p>{opened.message}</p>
        </div>
      );
  }
}

/** The panel with what the person has; unlocking has its place before the way back. */
function LockedForMember({ chapter }: { chapter: LockedChapter }) {
  const session = useSession();
  return (
    <LockedPanel chapter={chapter}>
      <p>
        {session.kind === 'signed-in'
          ? `Vous avez ${plural(session.user.credits, 'crédit')}.`
          : '\u00A0'}
      </p>
      <a className="button button-quiet" href={paths.novel(chapter.novelSlug)}>
        Retour au roman
      </a>
    </LockedPanel>
  );
}
