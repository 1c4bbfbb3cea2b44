import { Button } from '#islands/ui/button/Button.tsx';
import { plural } from '#shared/site/formats.ts';
import type { SaveState } from './autosave.ts';

type Props = {
  state: SaveState;
  /** Pictures that the server does not have yet, and whether they wait for it. */
  unsent: { count: number; isHeld: boolean };
  /** Length of the text. */
  words: string;
  onChoose: () => void;
  onRetry: () => void;
};

/** The save state and length of the text, in a few words. */
export function SaveStatus({ state, unsent, words, onChoose, onRetry }: Props) {
  return (
    <p className="save-status" data-state={state.kind}>
      <span role="status">{sentenceFor(state, unsent)}</span>{' '}
      {state.kind === 'conflict' && (
        <Button variant="link" onClick={onChoose}>
          Choisir
        </Button>
      )}
      {(state.kind === 'offline' || state.kind === 'refused') && (
        <Button variant="link" onClick={onRetry}>
          Réessayer
        </Button>
      )}
      <span className="count">{words}</span>
    </p>
  );
}

/** “Enregistré” is shown only after all pictures are uploaded. */
function sentenceFor(state: SaveState, unsent: Props['unsent']): string {
  if (unsent.count === 0) return wordsFor(state);
  const isUsual = state.kind === 'saved' || state.kind === 'unsaved' || state.kind === 'saving';
  return isUsual ? unsentWords(unsent) : `${wordsFor(state)}. ${unsentWords(unsent)}`;
}

const unsentWords = ({ count, isHeld }: Props['unsent']): string =>
  isHeld
    ? `${plural(count, 'image')} à envoyer encore\u00A0: gardez cette page ouverte`
    : `Envoi de ${plural(count, 'image')}…`;

function wordsFor(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return 'Enregistré';
    case 'unsaved':
    case 'saving':
      return 'Enregistrement…';
    case 'offline':
      return state.isStored
        ? 'Hors connexion\u00A0: gardé sur cet appareil'
        : 'Hors connexion\u00A0: gardez cette page ouverte';
    case 'refused':
      return state.isStored
        ? `Gardé sur cet appareil. ${state.message}`
        : `Gardez cette page ouverte. ${state.message}`;
    case 'conflict':
      return 'Modifié ailleurs\u00A0: choisissez une version';
  }
}
