import { useState, type ReactNode } from 'react';
import { Fact } from '../Fact.tsx';
import { Dialog } from './Dialog.tsx';

const longWord = 'anticonstitutionnellement'.repeat(4);

/** A button that opens a dialog: a page of examples shows one at a time. */
function Opened({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function Answers({ isBusy = false, onClosed }: { isBusy?: boolean; onClosed: () => void }) {
  return (
    <div className="actions">
      <button type="button" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Un instant…' : 'Supprimer'}
      </button>
      <button type="button" className="button button-quiet" onClick={() => isBusy || onClosed()}>
        Annuler
      </button>
    </div>
  );
}

export const short = (
  <Opened name="Question courte">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre ?" onClosed={onClosed}>
        <p>Son texte disparaît pour de bon.</p>
        <Answers onClosed={onClosed} />
      </Dialog>
    )}
  </Opened>
);

export const longContent = (
  <Opened name="Contenu long">
    {(onClosed) => (
      <Dialog title={`Un titre long : ${longWord}`} hasCross onClosed={onClosed}>
        <dl className="dialog-facts">
          <Fact name="Chapitres">12</Fact>
          <Fact name="Un nom long">{longWord}</Fact>
        </dl>
        {Array.from({ length: 30 }, (_, index) => (
          <p key={`paragraphe ${index}`}>Un paragraphe qui remplit la fenêtre, puis déborde.</p>
        ))}
        <Answers onClosed={onClosed} />
      </Dialog>
    )}
  </Opened>
);

export const withError = (
  <Opened name="Échec">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre ?" onClosed={onClosed}>
        <div role="alert">
          <p className="failure">La connexion a échoué. Vérifiez votre réseau et réessayez.</p>
        </div>
        <Answers onClosed={onClosed} />
      </Dialog>
    )}
  </Opened>
);

/** Escape leaves it open; its last button closes it, which a busy dialog of the site does not have. */
export const busy = (
  <Opened name="En cours">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre ?" isBusy onClosed={onClosed}>
        <Answers isBusy onClosed={onClosed} />
        <button type="button" className="button button-quiet" onClick={onClosed}>
          Fermer l’exemple
        </button>
      </Dialog>
    )}
  </Opened>
);
