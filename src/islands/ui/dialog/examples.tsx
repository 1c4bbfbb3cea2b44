import { useState } from 'react';
import type { Elements } from '../elements.ts';
import { Fact } from '../Fact.tsx';
import { FormEnd } from '../FormEnd.tsx';
import { Button } from '../button/Button.tsx';
import { longWord, type Examples } from '../example.ts';
import { Dialog } from './Dialog.tsx';

/** A button that opens a dialog, since a gallery shows one at a time. */
function Opened({ name, children }: { name: string; children: (close: () => void) => Elements }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

const deletes = { action: 'Supprimer', isBusy: false, failure: '' };

const short = (
  <Opened name="Question courte">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre&nbsp;?" onClosed={onClosed}>
        <p>Son texte disparaît pour de bon.</p>
        <FormEnd {...deletes} onCancel={onClosed} />
      </Dialog>
    )}
  </Opened>
);

const longContent = (
  <Opened name="Contenu long">
    {(onClosed) => (
      <Dialog title={`Un titre long\u00A0: ${longWord}`} hasCross onClosed={onClosed}>
        <dl className="dialog-facts">
          <Fact name="Chapitres">12</Fact>
          <Fact name="Un nom long">{longWord}</Fact>
        </dl>
        {Array.from({ length: 30 }, (_, index) => (
          <p key={`paragraphe ${index}`}>Un paragraphe qui remplit la fenêtre, puis déborde.</p>
        ))}
        <FormEnd {...deletes} onCancel={onClosed} />
      </Dialog>
    )}
  </Opened>
);

const withError = (
  <Opened name="Échec">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre&nbsp;?" onClosed={onClosed}>
        <FormEnd
          {...deletes}
          failure="La connexion a échoué. Vérifiez votre réseau et réessayez."
          onCancel={onClosed}
        />
      </Dialog>
    )}
  </Opened>
);

/** Escape leaves it open; its last button closes it, which the site's busy dialogs do not have. */
const busy = (
  <Opened name="En cours">
    {(onClosed) => (
      <Dialog title="Supprimer ce chapitre&nbsp;?" isBusy onClosed={onClosed}>
        <FormEnd {...deletes} isBusy onCancel={onClosed} />
        <Button variant="quiet" onClick={onClosed}>
          Fermer l’exemple
        </Button>
      </Dialog>
    )}
  </Opened>
);

export const examples: Examples = {
  component: 'Dialog',
  states: {
    short,
    'long content': longContent,
    error: withError,
    busy,
  },
};
