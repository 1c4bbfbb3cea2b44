import { adoptStyles } from '#browser/adopt-styles.ts';
import { formatInstant } from '#shared/site/formats.ts';
import type { StoredDraft } from './use-stored-draft.ts';
import styles from './draft-offer.css?inline';
import { Button } from './button/Button.tsx';

adoptStyles(styles);

type Props<Value> = {
  draft: StoredDraft<Value>;
  /** The beginning of the draft, if the form does not show it at once. */
  words: (value: Value) => string;
  /** The form is being submitted: the draft cannot be restored now. */
  isBusy?: boolean;
  /** Restores the draft into the form, and moves the focus there. */
  onTaken: (value: Value) => void;
  /** Discards the draft, and moves the focus. */
  onDeclined: () => void;
};

/**
 * Offers to restore the draft that was saved when the session ended. Both buttons disappear once
 * pressed. Renders nothing without a draft.
 */
export function DraftOffer<Value>(props: Props<Value>) {
  const { draft, words, isBusy = false, onTaken, onDeclined } = props;
  const { stored, take, forget } = draft;
  if (stored === null) return null;
  const onTake = () => {
    if (isBusy) return;
    take();
    onTaken(stored.value);
  };
  const onDecline = () => {
    forget();
    onDeclined();
  };
  return (
    <div className="draft-offer" role="group" aria-label="Texte gardé sur cet appareil">
      <p role="status">
        {`Ce que vous écriviez ici le ${formatInstant(stored.at)} n’a pas été enregistré.`}
      </p>
      <p className="draft-words">{words(stored.value)}</p>
      <div className="draft-answers">
        <Button onClick={onTake}>Reprendre</Button>
        <Button variant="quiet" onClick={onDecline}>
          Ne pas reprendre
        </Button>
      </div>
    </div>
  );
}
