import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { leaveSession } from '#browser/session-store.ts';
import type { endAllSessions } from '#shared/contracts/auth.ts';

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
      <button type="button" className="button button-quiet" onClick={ask}>
        Se déconnecter partout
      </button>
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
        <div className="failure" role="alert">
          {failure && <p>{failure}</p>}
        </div>
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={isEnding}
            onClick={() => void endAll()}
          >
            Se déconnecter partout
          </button>
          <button
            type="button"
            className="button button-quiet"
            ref={cancel}
            onClick={() => dialog.current?.close()}
          >
            Annuler
          </button>
        </div>
      </dialog>
    </>
  );
}
