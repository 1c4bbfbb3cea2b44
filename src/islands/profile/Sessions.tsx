import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  endSession,
  listSessions,
  endAllSessions,
  type SessionBody,
} from '#shared/contracts/auth.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { leaveSession } from '#browser/session/session-store.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { Notice, FailureNotice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { useAction } from '../ui/use-action.ts';

const loadSessions = () => call(listSessions);

/** “Mes sessions”: lists the user's sessions, and ends them. */
export function Sessions() {
  const [sessions, loadAgain] = useLoaded(loadSessions);
  const heading = useRef<HTMLHeadingElement>(null);
  const retry = () => {
    loadAgain();
    heading.current?.focus();
  };
  return (
    <section className="sessions" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Mes sessions
      </h2>
      {sessions.kind === 'loading' && <Spinner label="Chargement des sessions..." />}
      {sessions.kind === 'failed' && (
        <LoadFailure message={messages.sessionsFailed} onRetry={retry} />
      )}
      {sessions.kind === 'loaded' && (
        <SessionList sessions={sessions.data.sessions} onEnded={() => heading.current?.focus()} />
      )}
      <SignOutEverywhere />
    </section>
  );
}

type ListProps = { sessions: readonly SessionBody[]; onEnded: () => void };

const noStatus = { kind: 'success', sentence: '' } as const;

function SessionList({ sessions, onEnded }: ListProps) {
  const [endedIds, setEndedIds] = useState<readonly string[]>([]);
  const [statusText, setStatusText] = useState<{ kind: 'success' | 'error'; sentence: string }>(
    noStatus,
  );

  const end = async ({ id, device }: SessionBody) => {
    setStatusText(noStatus);
    const outcome = await call(endSession, {
      params: { id },
    });
    // A session that no longer exists has ended as well.
    if (outcome.ok || outcome.error === 'NOT_FOUND') {
      setEndedIds((ids) => [...ids, id]);
      setStatusText({ kind: 'success', sentence: `Session terminée\u00A0: ${device}.` });
      onEnded();
    } else {
      setStatusText({ kind: 'error', sentence: outcome.message });
    }
  };

  return (
    <>
      <ul>
        {sessions
          .filter(({ id }) => !endedIds.includes(id))
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
          .map((session) => (
            <Session key={session.id} session={session} onEnd={() => void end(session)} />
          ))}
      </ul>
      <Notice kind={statusText.kind} role="status">
        {statusText.sentence}
      </Notice>
    </>
  );
}

function Session({ session, onEnd }: { session: SessionBody; onEnd: () => void }) {
  const { device, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li>
      <div>
        <p className="device">
          <span>{device || 'Appareil inconnu'}</span>{' '}
          {isCurrent && <span className="badge">Cet appareil</span>}
        </p>
        <p className="muted">
          <span>{`Dernier usage\u00A0: ${formatInstant(lastUsedAt)}`}</span>
          <br />
          <span>{`Connexion\u00A0: ${formatInstant(createdAt)}`}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button variant="quiet" onClick={onEnd}>
          Déconnecter
          <span className="visually-hidden">{` ${device}, connexion du ${formatInstant(createdAt)}`}</span>
        </Button>
      )}
    </li>
  );
}

/** Ends every session after a confirmation; clears this browser's data and goes home. */
function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Se déconnecter partout
      </Button>
      {isOpen && <SignOutDialog onClosed={() => setOpen(false)} />}
    </>
  );
}

function SignOutDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<DialogHandle>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const endAll = useAction(async () => {
    const outcome = await call(endAllSessions);
    if (!outcome.ok) return { sentence: outcome.message };
    leaveSession();
    return null;
  });
  return (
    <Dialog
      title={'Se déconnecter partout\u00A0?'}
      describedBy="partout-suite"
      first={cancel}
      ref={dialog}
      onClosed={onClosed}
    >
      <p id="partout-suite">
        Toutes vos sessions prendront fin, sur cet appareil aussi. Il faudra vous reconnecter avec
        Google ou Apple.
      </p>
      <FailureNotice sentence={endAll.refusal?.sentence ?? ''} />
      <div className="actions">
        <Button aria-disabled={endAll.isPending} onClick={() => endAll.run()}>
          Se déconnecter partout
        </Button>
        <Button variant="quiet" ref={cancel} onClick={() => dialog.current?.close()}>
          Annuler
        </Button>
      </div>
    </Dialog>
  );
}
