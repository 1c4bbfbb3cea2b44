import { useRef } from 'react';
import { Spinner } from '../Spinner.tsx';
import { Button } from '../button/Button.tsx';
import type { Elements } from '../elements.ts';
import type { Examples } from '../example.ts';
import { Sheet, type SheetHandle } from './Sheet.tsx';

/** A button that opens a sheet. */
function Opened({ name, children }: { name: string; children: Elements }) {
  const sheet = useRef<SheetHandle>(null);
  return (
    <>
      <Button onClick={() => sheet.current?.open()}>{name}</Button>
      <Sheet ref={sheet} title={name}>
        {children}
      </Sheet>
    </>
  );
}

const short = (
  <Opened name="Panneau court">
    <p>Ce qui est écrit ici reste quand il se ferme.</p>
    <label>
      Votre texte
      <input type="text" />
    </label>
  </Opened>
);

const longContent = (
  <Opened name="Panneau long">
    {Array.from({ length: 60 }, (_, index) => (
      <p key={`paragraphe ${index}`}>Un paragraphe qui remplit le panneau, puis déborde.</p>
    ))}
  </Opened>
);

const loading = (
  <Opened name="Panneau qui charge">
    <Spinner label="Chargement..." />
  </Opened>
);

const withError = (
  <Opened name="Panneau en échec">
    <p role="alert">Erreur lors du chargement des commentaires</p>
  </Opened>
);

export const examples: Examples = {
  component: 'Sheet',
  states: {
    short,
    'long content': longContent,
    loading,
    error: withError,
  },
};
