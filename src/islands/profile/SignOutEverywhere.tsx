import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { leaveSession } from '#browser/session-store.ts';
import type { endAllSessions } from '#shared/contracts/auth.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { useAction } from '../ui/use-action.ts';

/** Ends every session after a confirmation; this browser forgets the person and goes home. */
export function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setOpen(true)}>
        Se déconnecter partout
      </button>
      {isOpen && <SignOutDialog onClosed={() => setOpen(false)} />}
    </>
  );
}

function SignOutDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<DialogHandle>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const endAll = useAction(async () => {
    const outcome = await call<typeof endAllSessions>('DELETE', '/api/auth/sessions');
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
      <div className="failure" role="alert">
        {endAll.refusal && <p>{endAll.refusal.sentence}</p>}
      </div>
      <div className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={endAll.isPending}
          onClick={() => endAll.run()}
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
    </Dialog>
  );
}
