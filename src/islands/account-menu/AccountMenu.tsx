import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { signOut, refreshUser } from '#browser/session/session-calls.ts';
import {
  $summary,
  summaryOf,
  type SessionSummary,
  type Session,
} from '#browser/session/session-store.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { openNovel } from '#shared/contracts/new-chapters.ts';
import { SessionBanner } from '../session-banner/SessionBanner.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './account-menu.css?inline';
import { CreditsButton } from './CreditsButton.tsx';
import { Menu, type MenuEntry } from './Menu.tsx';

adoptStyles(styles);

const avatarPixels = 36;
const noNews = { novels: 0, isUnseen: false };
const noTypos = { reports: 0, unseen: 0 };

/**
 * The top bar of a signed-in user: credits, picture, menu (specification, section 2), with a mark
 * while a favourite has unseen chapters, or a reported typo an unseen answer. Renders cached values until the server answers.
 */
export function AccountMenu() {
  const session = useSession();
  const summary = useStore($summary, { ssr: 'initial' });
  const news = session.kind === 'signed-in' ? session.user.newChapters : noNews;
  const typos = session.kind === 'signed-in' ? session.user.typos : noTypos;
  const hasAnswers = typos.unseen > 0;
  useOpenedNovel(news.novels > 0);
  const person = whoToShow(session, summary);
  const isSignedIn = session.kind === 'signed-in';
  useEffect(() => {
    // What the account hides; chapters have no lists.
    if (isSignedIn && document.querySelector('.site-nav')) {
      void import('#browser/hidden/hidden.ts').catch(() => undefined);
    }
  }, [isSignedIn]);
  if (person === null) {
    return (
      <>
        <SessionBanner />
        <span className="account-empty" />
      </>
    );
  }
  const { name, picture, credits } = person;
  return (
    <>
      <SessionBanner />
      <CreditsButton count={credits} />
      <Menu
        label={[
          'Menu du compte',
          name,
          news.isUnseen && 'nouveaux chapitres',
          hasAnswers && answersLabel.toLowerCase(),
        ]
          .filter((part) => part)
          .join(', ')}
        heading={name}
        entries={entriesFor(person, { hasNews: news.novels > 0, hasAnswers })}
      >
        <Avatar name={name} picture={picture} sizePixels={avatarPixels} />
        {(news.isUnseen || hasAnswers) && <span className="menu-mark" />}
      </Menu>
    </>
  );
}

type Shown = Omit<SessionSummary, 'bookmarkCount' | 'isReading' | 'credits'> & {
  credits: number | null;
};

/** Their data failed to load; they must still be able to sign out. */
const unknownPerson: Shown = {
  name: '',
  role: 'reader',
  picture: null,
  credits: null,
  hasNovels: false,
};

function whoToShow(session: Session, summary: SessionSummary | null): Shown | null {
  switch (session.kind) {
    case 'signed-in':
      return summaryOf(session.user);
    case 'loading':
      return summary;
    case 'failed':
      return summary ?? unknownPerson;
    case 'anonymous':
      return null;
  }
}

const answersLabel = 'Réponses à vos signalements';

/**
 * Links of the menu; the server authorizes. Authors have their novels before the first one, others with
 * a role on a novel (decision 86).
 */
function entriesFor(
  { role, hasNovels }: Pick<Shown, 'role' | 'hasNovels'>,
  { hasNews, hasAnswers }: { hasNews: boolean; hasAnswers: boolean },
): MenuEntry[] {
  return [
    ...(hasAnswers ? [{ label: answersLabel, href: paths.ownTypos }] : []),
    ...(hasNews ? [{ label: 'Nouveaux chapitres', href: paths.newChapters }] : []),
    { label: 'Ma bibliothèque', href: paths.library },
    { label: 'Mon Profil', href: paths.profile },
    ...(role === 'author' || hasNovels ? [{ label: 'Mes Romans', href: paths.myNovels }] : []),
    ...(hasStaffPower(role, 'seeDesk') ? [{ label: 'Bureau', href: paths.desk }] : []),
    { label: 'Déconnexion', run: () => void signOut() },
  ];
}

/**
 * Tells the server that the user has opened a novel's or chapter's page, which marks its chapters as
 * seen. Sends no request unless the user has unseen chapters.
 */
function useOpenedNovel(hasNews: boolean): void {
  useEffect(() => {
    const id = document.querySelector<HTMLElement>('[data-novel]')?.dataset.novel;
    if (!hasNews || id === undefined) return;
    void call(openNovel, { params: { id } }).then((outcome) => {
      if (!outcome.ok) logFailure('opened novel', outcome);
      else if (outcome.data.isFollowed) void refreshUser();
    });
  }, [hasNews]);
}
