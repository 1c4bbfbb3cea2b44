import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { answerInvitation, readInvitation } from '#shared/contracts/novel-team.ts';
import { formatDay } from '#shared/formats.ts';
import { roleWords } from '#shared/novel-powers.ts';
import { paths } from '#shared/paths.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button, ButtonLink } from '#islands/ui/button/Button.tsx';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import styles from './team.css?inline';

adoptStyles(styles);

/** Who invites to which novel and role; accepted or declined. */
export default function InvitationScreen({ token }: { token: string }) {
  const load = useCallback(
    () => call<typeof readInvitation>('POST', '/api/studio/invitation', { body: { token } }),
    [token],
  );
  const [loaded, loadAgain] = useLoaded(load);
  const [isDeclined, setDeclined] = useState(false);
  const { run, isPending, refusal } = useAction(async (isAccepted: boolean) => {
    const outcome = await call<typeof answerInvitation>('PUT', '/api/studio/invitation', {
      body: { token, isAccepted },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const { novelId } = outcome.data;
    if (novelId === null) setDeclined(true);
    else await goTo({ screen: 'chapters', novelId }, { replaces: true });
    return null;
  });
  if (loaded.kind === 'loading') return <Spinner label="Chargement de l’invitation..." />;
  if (loaded.kind === 'failed') {
    const { error, message } = loaded.failure;
    if (error !== 'NOT_FOUND') return <LoadFailure message={message} onRetry={loadAgain} />;
    return <Ended kind="error" sentence={message} />;
  }
  if (isDeclined) return <Ended kind="info" sentence="Vous avez décliné cette invitation." />;
  const { novelTitle, inviterName, role, expiresAt } = loaded.data;
  return (
    <>
      <ScreenHead title="Invitation" trail={[]} />
      <p>
        <strong>{inviterName}</strong> vous invite à travailler sur «&nbsp;{novelTitle}&nbsp;» comme{' '}
        <strong>{roleWords[role].name.toLowerCase()}</strong>.
      </p>
      <p className="muted">{roleWords[role].sentence}</p>
      <p className="muted">L’équipe verra votre nom. Valable jusqu’au {formatDay(expiresAt)}.</p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <div className="actions">
        <Button isBusy={isPending} onClick={() => run(true)}>
          Accepter
        </Button>
        <Button variant="quiet" aria-disabled={isPending} onClick={() => run(false)}>
          Décliner
        </Button>
      </div>
    </>
  );
}

function Ended({ kind, sentence }: { kind: 'error' | 'info'; sentence: string }) {
  return (
    <>
      <ScreenHead title="Invitation" trail={[]} />
      <Notice kind={kind} role="alert">
        {sentence}
      </Notice>
      <ButtonLink href={paths.home}>Retour à l’accueil</ButtonLink>
    </>
  );
}
