import { adoptStyles } from '#browser/adopt-styles.ts';
import { formatInstant } from '#shared/formats.ts';
import type { KeptDraft } from './use-kept-draft.ts';
import styles from './draft-offer.css?inline';
import { Button } from './button/Button.tsx';

adoptStyles(styles);

type Props<Value> = {
  draft: KeptDraft<Value>;
  /** The first words of it, where the form does not show them at once. */
  words: (value: Value) => string;
  /** What stands in the form is on its way: it cannot be taken up now. */
  isBusy?: boolean;
  /** It is taken up: puts it into the form, and moves the focus there. */
  onTaken: (value: Value) => void;
  /** It is declined: moves the focus. */
  onDeclined: () => void;
};

/**
 * Offers to restore the draft that was saved when the session ended. Both buttons disappear once
 * pressed. Nothing where nothing is kept.
 */
export function DraftOffer<Value>(props: Props<Value>) {
  const { draft, words, isBusy = false, onTaken, onDeclined } = props;
  const { kept, take, forget } = draft;
  if (kept === null) return null;
  const onTake = () => {
    if (isBusy) return;
    take();
    onTaken(kept.value);
  };
  const onDecline = () => {
    forget();
    onDeclined();
  };
  return (
    <div className="draft-offer" role="group" aria-label="Texte gardé sur cet appareil">
      <p role="status">
        {`Ce que vous écriviez ici le ${formatInstant(kept.at)} n’a pas été enregistré.`}
      </p>
      <p className="draft-words">{words(kept.value)}</p>
      <div className="draft-answers">
        <Button onClick={onTake}>Reprendre</Button>
        <Button variant="quiet" onClick={onDecline}>
          Ne pas reprendre
        </Button>
      </div>
    </div>
  );
}
