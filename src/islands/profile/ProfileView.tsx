import type { ReactNode, RefObject } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { formatDay, plural } from '#shared/site/formats.ts';
import { genreLabel } from '#shared/site/genres.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Button } from '../ui/button/Button.tsx';

type Props = {
  user: UserBody;
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
};

const avatarPixels = 72;
const roleNames = { reader: null, author: 'Auteur', admin: 'Administrateur' } as const;
/** Domain of Apple's private relay addresses. */
const relayAddress = /@privaterelay\.appleid\.com$/i;

/** View mode of the profile. */
export function ProfileView({ user, editButton, onEdit }: Props) {
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
