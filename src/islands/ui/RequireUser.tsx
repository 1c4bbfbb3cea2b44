import '../../styles/notice.css';
import './spinner.css';
import { useEffect, type ReactNode } from 'react';
import { loadSession } from '#browser/session/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { Spinner } from './Spinner.tsx';
import { Button, ButtonLink } from './button/Button.tsx';
import { useSession } from './use-session.ts';

type Props = {
  /** Rendered for the signed-in user. */
  children: (user: UserBody) => ReactNode;
};

/**
 * The protected-route wrapper (specification, section 2): a spinner while the session loads, the
 * content for a signed-in user, and for others a redirect to the sign-in page with a return
 * address. Shows the reason until the redirect, and if it fails.
 */
export function RequireUser({ children }: Props) {
  const session = useSession();
  useEffect(() => {
    if (session.kind !== 'anonymous') return;
    const { pathname, search, hash } = location;
    const ended = session.hasDraft ? 'brouillon' : 'session';
    const reason = session.hasEnded || session.hasDraft ? ended : 'connexion';
    location.replace(paths.login({ returnPath: pathname + search + hash, reason }));
  }, [session]);
  if (session.kind === 'signed-in') return children(session.user);
  if (session.kind === 'anonymous') return <SignedOut />;
  if (session.kind === 'loading') return <Spinner label="Chargement..." />;
  return (
    <div className="notice" role="alert">
      <p>{session.message}</p>
      <Button variant="quiet" onClick={() => void loadSession()}>
        Réessayer
      </Button>
    </div>
  );
}

function SignedOut() {
  return (
    <div className="notice">
      <p>{messages.notSignedIn}</p>
      <ButtonLink href={paths.login({ returnPath: location.pathname })}>Se connecter</ButtonLink>
    </div>
  );
}
