import { useCallback, useState, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { chooseParagraph } from '#browser/reader/text/choose-paragraph.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './typo.css?inline';
import { TypoForm } from './TypoForm.tsx';
import { readParagraph, wordAt, type ShownParagraph } from './shown-words.ts';

adoptStyles(styles);

type Props = {
  chapterId: string;
  /** It was sent or given up: the caller unmounts it. */
  onEnd: () => void;
};

/** Reports a typo: first the reader chooses a word in the text, then says what it should be. */
export function TypoReport({ chapterId, onEnd }: Props) {
  const [isSent, setSent] = useState(false);
  const cancel = useCallback(() => onEnd(), [onEnd]);
  const chosen = useChosenParagraph(cancel);
  const session = useSession();
  const personId = session.kind === 'signed-in' ? session.user._id : '';
  if (chosen === null) {
    return createPortal(
      <div className="typo-bar">
        <p role="status">Choisissez dans le texte le mot à corriger.</p>
        <Button variant="quiet" onClick={cancel}>
          Annuler
        </Button>
      </div>,
      document.body,
    );
  }
  const { shown, pressed, block } = chosen;
  const end = () => {
    goOnReading(block);
    onEnd();
  };
  return createPortal(
    <Dialog
      key={String(isSent)}
      title={isSent ? 'Merci\u00A0!' : 'Signaler une coquille'}
      className="typo-dialog"
      hasCross
      onClosed={end}
    >
      {isSent ? (
        <>
          <p>
            Votre signalement est parti. La réponse vous attendra dans votre profil, sous
            «&#8239;Signalements&#8239;».
          </p>
          <div className="actions">
            <Button onClick={end}>Reprendre la lecture</Button>
          </div>
        </>
      ) : (
        <TypoForm
          chapterId={chapterId}
          personId={personId}
          shown={shown}
          pressed={pressed}
          onSent={() => setSent(true)}
          onCancel={end}
        />
      )}
    </Dialog>,
    document.body,
  );
}

/** Reading goes on where it was left, by the keyboard too. */
function goOnReading(block: HTMLElement): void {
  if (!block.hasAttribute('tabindex')) block.tabIndex = -1;
  block.focus({ preventScroll: true });
}

/** What a reader chose in the chapter's text; null until then. `onCancel` must be stable. */
function useChosenParagraph(onCancel: () => void): Chosen | null {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isChoosing = chosen === null;
  // Before the sentence that asks for a press is painted.
  useLayoutEffect(() => {
    const text = document.querySelector<HTMLElement>('.chapter-text');
    if (!text) onCancel();
    if (!text || !isChoosing) return undefined;
    const choosing = new AbortController();
    const onChosen = (block: HTMLElement, point: MouseEvent | null) => {
      const shown = readParagraph(text, block);
      const pressed = shown && point && wordAt(shown.words, point.clientX, point.clientY);
      if (shown) setChosen({ shown, block, pressed });
    };
    chooseParagraph(text, { onChosen, onCancel }, choosing.signal);
    return () => choosing.abort();
  }, [isChoosing, onCancel]);
  return chosen;
}

/** A paragraph that a reader pressed, and the word that they pressed in it. */
type Chosen = { shown: ShownParagraph; pressed: number | null; block: HTMLElement };
