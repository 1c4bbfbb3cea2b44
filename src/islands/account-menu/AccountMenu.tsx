import { useStore } from '@nanostores/react';
import { adoptStyles } from '../../lib/browser/adopt-styles.ts';
import { signOut, type Session } from '../../lib/browser/session.ts';
import { $summary } from '../../lib/browser/session-state.ts';
import { summaryOf, type SessionSummary } from '../../lib/browser/session-summary.ts';
import { paths } from '../../lib/shared/paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './account-menu.css?inline';
import { CreditsButton } from './CreditsButton.tsx';
import { Menu, type MenuEntry } from './Menu.tsx';

adoptStyles(styles);

const avatarPixels = 36;

/**
 * The top bar of somebody signed in: credits, picture, menu (specification, section 2). Shows what
 * the last visit left until the server has answered.
 */
export function AccountMenu() {
  const session = useSession();
  const summary = useStore($summary, { ssr: 'initial' });
  const person = whoToShow(session, summary);
  if (person === null) return <span className="account-empty" />;
  const { name, role, picture, credits } = person;
  return (
    <>
      <CreditsButton count={credits} />
      <Menu
        label={name ? `Menu du compte, ${name}` : 'Menu du compte'}
        heading={name}
        entries={entriesFor(role)}
      >
        <Avatar {...{ name, picture }} sizePixels={avatarPixels} />
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
function entriesFor(role: SessionSummary['role']): MenuEntry[] {
  return [
    { label: 'Mon Profil', href: paths.profile },
    ...(role === 'author' ? [{ label: 'Mes Romans', href: paths.myNovels }] : []),
    ...(role === 'admin' ? [{ label: 'Modération', href: paths.moderation }] : []),
    { label: 'Déconnexion', run: () => void signOut() },
  ];
}
