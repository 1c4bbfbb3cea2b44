import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './typo.css?inline';
import { TypoForm } from './TypoForm.tsx';
import { useChosenParagraph } from './use-chosen-paragraph.ts';

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
          {...{ chapterId, personId, shown, pressed }}
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
