import { useCallback, useState, useSyncExternalStore } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { answerInvitation, readInvitation } from '#shared/contracts/novel-team.ts';
import { de } from '#shared/text/elision.ts';
import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { roleWords, type NovelRole } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button, ButtonLink } from '#islands/ui/button/Button.tsx';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import {
  forgetInvitationSecret,
  readInvitationSecret,
  takeInvitationSecret,
} from './invitation-secret.ts';
import styles from './team.css?inline';

adoptStyles(styles);

/** Who invites to which novel and role; accepted or declined. */
export default function InvitationScreen({ user }: { user: UserBody }) {
  const token = useSyncExternalStore(onNewLink, readInvitationSecret);
  if (token === '') return <Ended sentence={messages.studio.invitationIncomplete} />;
  return <Invitation key={token} token={token} user={user} />;
}

/** Another link in the same tab changes the fragment alone. */
function onNewLink(changed: () => void): () => void {
  const take = () => {
    takeInvitationSecret();
    changed();
  };
  addEventListener('hashchange', take);
  return () => removeEventListener('hashchange', take);
}

function Invitation({ token, user }: { token: string; user: UserBody }) {
  const load = useCallback(() => call(readInvitation, { body: { token } }), [token]);
  const [loaded, loadAgain] = useLoaded(load);
  const [isDeclined, setDeclined] = useState(false);
  const { run, isPending, refusal } = useAction(async (isAccepted: boolean) => {
    const outcome = await call(answerInvitation, {
      body: { token, isAccepted },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const { novelId } = outcome.data;
    if (novelId === null) {
      setDeclined(true);
    } else {
      // Their menu gets the way back to it.
      void refreshUser();
      await goTo({ screen: 'chapters', novelId }, { replaces: true });
    }
    forgetInvitationSecret();
    return null;
  });
  if (loaded.kind === 'loading') return <Spinner label="Chargement de l’invitation..." />;
  if (loaded.kind === 'failed') {
    const { error, message } = loaded.failure;
    if (error !== 'NOT_FOUND' && error !== 'MALFORMED') {
      return <LoadFailure message={message} onRetry={loadAgain} />;
    }
    return <Ended isPerhapsMember sentence={message} />;
  }
  if (isDeclined) return <Ended sentence="Vous avez décliné cette invitation." />;
  const { novelTitle, inviterName, role, expiresAt, currentRole } = loaded.data;
  if (currentRole === role) {
    const sentence = `Vous êtes déjà ${nameOf(role)} de «\u00A0${novelTitle}\u00A0». Ce lien n’a pas servi\u00A0: il est sans doute pour quelqu’un d’autre.`;
    return <Ended isPerhapsMember sentence={sentence} />;
  }
  if (currentRole === 'owner') {
    const sentence = `Ce lien invite à travailler sur votre roman «\u00A0${novelTitle}\u00A0» comme ${nameOf(role)}. Il est pour la personne que vous invitez, et n’a pas servi.`;
    return <Ended isPerhapsMember sentence={sentence} />;
  }
  return (
    <>
      <ScreenHead title="Invitation" trail={[]} />
      <div className="invitation">
        <p>
          <strong translate="no">{inviterName}</strong>
          <span>{` vous invite à travailler sur «\u00A0${novelTitle}\u00A0» comme `}</span>
          <strong>{nameOf(role)}</strong>.
        </p>
        <p className="muted">{roleWords[role].sentence}</p>
        {currentRole !== null && (
          <p>
            {`Vous êtes déjà de l’équipe comme ${nameOf(currentRole)}\u00A0: accepter change votre rôle.`}
          </p>
        )}
        <p className="muted">
          {`Vous répondez avec le compte ${de(user.displayName || user.name)}\u00A0: l’équipe verra ce nom. Valable jusqu’au ${formatDay(expiresAt)}.`}
        </p>
        <FailureNotice sentence={refusal?.sentence ?? ''} />
        <div className="actions">
          <Button isBusy={isPending} onClick={() => run(true)}>
            Accepter
          </Button>
          <Button variant="quiet" aria-disabled={isPending} onClick={() => run(false)}>
            Décliner
          </Button>
        </div>
      </div>
    </>
  );
}

const nameOf = (role: NovelRole): string => roleWords[role].name.toLocaleLowerCase('fr');

type EndedProps = { sentence: string; isPerhapsMember?: boolean };

/** Nothing is left to answer: a sentence and the ways on. Who accepted it finds the novel in their list. */
function Ended({ sentence, isPerhapsMember = false }: EndedProps) {
  return (
    <>
      <ScreenHead title="Invitation" trail={[]} />
      <EmptyState isAnnounced sentence={sentence}>
        <div className="ways">
          {isPerhapsMember && (
            <StudioLink to={ownList} className="button">
              Mes romans
            </StudioLink>
          )}
          <ButtonLink href={paths.home} variant={isPerhapsMember ? 'quiet' : 'primary'}>
            Retour à l’accueil
          </ButtonLink>
        </div>
      </EmptyState>
    </>
  );
}
