import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { leaveSession } from '#browser/session-store.ts';
import type { endAllSessions } from '#shared/contracts/auth.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

/** Ends every session after a confirmation; clears this browser's data and goes home. */
export function SignOutEverywhere() {
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
