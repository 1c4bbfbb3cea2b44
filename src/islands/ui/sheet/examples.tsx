import { useRef, type ReactNode } from 'react';
import { Spinner } from '../Spinner.tsx';
import { Sheet, type SheetHandle } from './Sheet.tsx';

/** A button that opens a sheet. */
function Opened({ name, children }: { name: string; children: ReactNode }) {
  const sheet = useRef<SheetHandle>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => sheet.current?.open()}>
        {name}
      </button>
      <Sheet ref={sheet} title={name} onClosed={() => undefined}>
        {children}
      </Sheet>
    </>
  );
}

export const short = (
  <Opened name="Panneau court">
    <p>Ce qui est écrit ici reste quand il se ferme.</p>
    <label>
      Votre texte
      <input type="text" />
    </label>
  </Opened>
);

export const longContent = (
  <Opened name="Panneau long">
    {Array.from({ length: 60 }, (_, index) => (
      <p key={`paragraphe ${index}`}>Un paragraphe qui remplit le panneau, puis déborde.</p>
    ))}
  </Opened>
);

export const loading = (
  <Opened name="Panneau qui charge">
    <Spinner label="Chargement..." />
  </Opened>
);

export const withError = (
  <Opened name="Panneau en échec">
    <p role="alert">Erreur lors du chargement des commentaires</p>
  </Opened>
);
