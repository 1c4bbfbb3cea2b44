import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { leaveSession } from '#browser/session-state.ts';
import type { endAllSessions } from '#shared/contracts/auth.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

/** Ends every session after a confirmation; this browser forgets the person and goes home. */
export function SignOutEverywhere() {
  const [isEnding, setEnding] = useState(false);
  const [failure, setFailure] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);

  const ask = () => {
    setFailure('');
    dialog.current?.showModal();
    cancel.current?.focus();
  };
  const endAll = async () => {
    if (isEnding) return;
    setEnding(true);
    setFailure('');
    const outcome = await call<typeof endAllSessions>('DELETE', '/api/auth/sessions');
    setEnding(false);
    if (outcome.ok) leaveSession();
    else setFailure(outcome.message);
  };

  return (
    <>
      <Button variant="quiet" onClick={ask}>
        Se déconnecter partout
      </Button>
      <dialog
        className="dialog"
        ref={dialog}
        aria-labelledby="partout"
        aria-describedby="partout-suite"
      >
        <h2 id="partout">{'Se déconnecter partout\u00A0?'}</h2>
        <p id="partout-suite">
          Toutes vos sessions prendront fin, sur cet appareil aussi. Il faudra vous reconnecter avec
          Google ou Apple.
        </p>
        <FailureNotice sentence={failure} />
        <div className="actions">
          <Button aria-disabled={isEnding} onClick={() => void endAll()}>
            Se déconnecter partout
          </Button>
          <Button variant="quiet" ref={cancel} onClick={() => dialog.current?.close()}>
            Annuler
          </Button>
        </div>
      </dialog>
    </>
  );
}
