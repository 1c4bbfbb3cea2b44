import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { exportData, type UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { download } from '#browser/files/download.ts';
import { formatDay, plural } from '#shared/site/formats.ts';
import { genreLabel } from '#shared/site/genres.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { Notice, FailureNotice } from '../ui/notice/Notice.tsx';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Notices } from './Notices.tsx';
import { parseProfileDraft, profilePlace, type ProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { Sessions } from './Sessions.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

/** State of the form: not opened yet, open, or closed. */
type Mode = 'untouched' | 'editing' | 'cancelled' | 'saved';

/** The tab “Profil”: the user's profile data and sessions. */
export function ProfileTab({ user }: { user: UserBody }) {
  const [mode, setMode] = useState<Mode>('untouched');
  const draft = useStoredDraft(profilePlace(user._id), parseProfileDraft);
  const [begun, setBegun] = useState<ProfileDraft | null>(null);
  const leaveForm = (next: 'saved' | 'cancelled') => {
    draft.finish();
    setBegun(null);
    setMode(next);
  };
  const editButton = useRef<HTMLButtonElement>(null);
  const hasLeftForm = mode === 'saved' || mode === 'cancelled';
  // The form and its focus are gone: restores the focus to its opener.
  useEffect(() => {
    if (hasLeftForm) editButton.current?.focus();
  }, [hasLeftForm]);
  return (
    <>
      <section className="profile-card" aria-labelledby="profil">
        {/* Always rendered, so that screen readers announce its content. */}
        <Notice kind="success" role="status">
          {mode === 'saved' && messages.profileSaved}
        </Notice>
        {mode !== 'editing' && (
          <DraftOffer
            draft={draft}
            words={({ bio }) => bio}
            onTaken={(stored) => {
              setBegun(stored);
              setMode('editing');
            }}
            onDeclined={() => leaveForm('cancelled')}
          />
        )}
        {mode === 'editing' ? (
          <ProfileForm
            user={user}
            begun={begun}
            onSaved={() => leaveForm('saved')}
            onCancel={() => leaveForm('cancelled')}
          />
        ) : (
          <ProfileView user={user} editButton={editButton} onEdit={() => setMode('editing')} />
        )}
      </section>
      <Notices>
        <Sessions />
        {/* No prompt for unsaved work of a deleted account. */}
        <OwnData user={user} onGone={() => setMode('cancelled')} />
      </Notices>
    </>
  );
}

type Props = {
  user: UserBody;
  /** The account is deleted. */
  onGone: () => void;
};

/** “Mes données”: export or erasure of one's personal data (GDPR, articles 15, 17, 20). */
function OwnData({ user, onGone }: Props) {
  const [isSaved, setSaved] = useState(false);
  const { run, isPending, refusal } = useAction(async () => {
    setSaved(false);
    const outcome = await download(exportData.path, 'data');
    if (!outcome.ok) return { sentence: outcome.message };
    setSaved(true);
    return null;
  });

  return (
    <section className="own-data" aria-labelledby="donnees">
      <h2 id="donnees">Mes données</h2>
      <p>
        Un fichier JSON avec tout ce que nous détenons à votre sujet&nbsp;: compte, sessions,
        lectures, commentaires, achats et factures.
      </p>
      <Button variant="quiet" aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Téléchargement...' : 'Télécharger mes données'}
      </Button>
      <p className="muted" role="status">
        {isSaved && 'Vos données sont téléchargées.'}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <p>
        <Button
          variant="link"
          onClick={({ currentTarget }) => {
            void import('../hidden/HiddenPanel.tsx').then((panel) => panel.open(currentTarget));
          }}
        >
          Ce que les listes ne me montrent plus
        </Button>
      </p>
      <DeleteAccount user={user} onGone={onGone} />
    </section>
  );
}

type ProfileViewProps = {
  user: UserBody;
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
};

const avatarPixels = 72;
const roleNames = {
  reader: null,
  author: 'Auteur',
  support: 'Support',
  admin: 'Administrateur',
} as const;
/** Domain of Apple's private relay addresses. */
const relayAddress = /@privaterelay\.appleid\.com$/i;

/** View mode of the profile. */
function ProfileView({ user, editButton, onEdit }: ProfileViewProps) {
  const name = user.displayName || user.name;
  const role = roleNames[user.role];
  return (
    <>
      <header>
        <Avatar name={name} picture={user.profileImage} sizePixels={avatarPixels} />
        <div>
          <h2 id="profil" translate="no">
            {name}
          </h2>
          <p className="muted">{`Membre depuis le ${formatDay(user.createdAt)}`}</p>
        </div>
        <Button variant="quiet" ref={editButton} onClick={onEdit}>
          Modifier
        </Button>
      </header>
      <dl>
        <Fact name="E-mail">
          <Email address={user.email} />
        </Fact>
        <Fact name="Crédits">{plural(user.credits, 'crédit')}</Fact>
        {role && <Fact name="Rôle">{role}</Fact>}
        <Fact name="Biographie">
          {user.bio ? <p className="bio">{user.bio}</p> : <Nothing>Aucune biographie</Nothing>}
        </Fact>
        <Fact name="Genres préférés">
          <Genres chosen={user.preferredGenres} />
        </Fact>
      </dl>
    </>
  );
}

function Email({ address }: { address: string | null }) {
  if (address === null) return <Nothing>Aucune adresse connue</Nothing>;
  return (
    <>
      <span translate="no">{address}</span>
      {relayAddress.test(address) && (
        <p className="muted">
          Apple masque votre adresse et vous transmet ce qui arrive à celle-ci. Ce compte est donc
          distinct de celui que vous auriez avec Google.
        </p>
      )}
    </>
  );
}

function Genres({ chosen }: { chosen: readonly string[] }) {
  if (chosen.length === 0) return <Nothing>Aucun genre choisi</Nothing>;
  return (
    <ul className="badges">
      {chosen.map((genre) => (
        <li className="badge" key={genre}>
          {genreLabel(genre)}
        </li>
      ))}
    </ul>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <span className="muted">{children}</span>;
}
