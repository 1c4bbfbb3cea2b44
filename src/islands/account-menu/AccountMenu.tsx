import { useStore } from '@nanostores/react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { signOut } from '#browser/session-calls.ts';
import { $summary, summaryOf, type SessionSummary, type Session } from '#browser/session-store.ts';
import { paths } from '#shared/paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './account-menu.css?inline';
import { CreditsButton } from './CreditsButton.tsx';
import { Menu, type MenuEntry } from './Menu.tsx';
import { useOpenedNovel } from './use-opened-novel.ts';

adoptStyles(styles);

const avatarPixels = 36;
const noNews = { novels: 0, isUnseen: false };

/**
 * The top bar of somebody signed in: credits, picture, menu (specification, section 2), and a
 * mark on it while a favourite has chapters that they have not been told of. Shows what
 * the last visit left until the server has answered.
 */
export function AccountMenu() {
  const session = useSession();
  const summary = useStore($summary, { ssr: 'initial' });
  const news = session.kind === 'signed-in' ? session.user.newChapters : noNews;
  useOpenedNovel(news.novels > 0);
  const person = whoToShow(session, summary);
  if (person === null) return <span className="account-empty" />;
  const { name, role, picture, credits } = person;
  return (
    <>
      <CreditsButton count={credits} />
      <Menu
        label={['Menu du compte', name, news.isUnseen && 'nouveaux chapitres']
          .filter((part) => part)
          .join(', ')}
        heading={name}
        entries={entriesFor(role, news.novels > 0)}
      >
        <Avatar {...{ name, picture }} sizePixels={avatarPixels} />
        {news.isUnseen && <span className="menu-mark" />}
      </Menu>
    </>
  );
}

type Shown = Omit<SessionSummary, 'bookmarkCount' | 'credits'> & { credits: number | null };

/** Nothing is known of them, and still they must be able to sign out. */
const nobodyKnown: Shown = { name: '', role: 'reader', picture: null, credits: null };

function whoToShow(session: Session, summary: SessionSummary | null): Shown | null {
  switch (session.kind) {
    case 'signed-in':
      return summaryOf(session.user);
    case 'loading':
      return summary;
    case 'failed':
      return summary ?? nobodyKnown;
    case 'anonymous':
      return null;
  }
}

/** What the menu leads to; the role only changes what is shown, the server decides. */
function entriesFor(role: SessionSummary['role'], hasNews: boolean): MenuEntry[] {
  return [
    ...(hasNews ? [{ label: 'Nouveaux chapitres', href: paths.newChapters }] : []),
    { label: 'Mon Profil', href: paths.profile },
    ...(role === 'author' ? [{ label: 'Mes Romans', href: paths.myNovels }] : []),
    ...(role === 'admin'
      ? [
          { label: 'Modération', href: paths.moderation },
          { label: 'Virements', href: paths.transfers },
        ]
      : []),
    { label: 'Déconnexion', run: () => void signOut() },
  ];
}
