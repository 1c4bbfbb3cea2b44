import { useLayoutEffect, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { Button } from '../ui/button/Button.tsx';
import { useHeldPage } from '../ui/use-held-page.ts';
import { guardScreen } from './navigation.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';

/**
 * Asks before a screen with unsaved work is left: with a dialog within the area, else with the
 * browser's prompt.
 * @param saveRest saves what it can; true once nothing is unsaved.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  sentence: string,
  saveRest: () => Promise<boolean> = never,
): Elements {
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null);
  useHeldPage(isUnsaved);
  // At once: as soon as the screen says that all is saved, it may be left.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    return guardScreen(async () => {
      if (await saveRest()) return true;
      return new Promise<boolean>((resolve) => setAnswer(() => resolve));
    });
  }, [isUnsaved, saveRest]);
  if (answer === null) return null;
  const give = (mayLeave: boolean) => {
    setAnswer(null);
    answer(mayLeave);
  };
  return (
    <Dialog
      className="studio-dialog"
      title="Quitter cette page&nbsp;?"
      onClosed={() => give(false)}
    >
      <p>{sentence}</p>
      <div className="actions">
        <Button onClick={() => give(false)}>Rester ici</Button>
        <Button variant="quiet" onClick={() => give(true)}>
          Quitter
        </Button>
      </div>
    </Dialog>
  );
}

const never = () => Promise.resolve(false);
