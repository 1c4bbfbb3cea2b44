import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Kept } from '#browser/kept-drafts.ts';
import { formatInstant } from '#shared/formats.ts';
import styles from './draft-offer.css?inline';
import { Button } from './button/Button.tsx';

adoptStyles(styles);

type Props = {
  kept: Kept<unknown>;
  /** The first words of it, where the form does not show them at once. */
  words?: string;
  onTake: () => void;
  onDecline: () => void;
};

/**
 * Offers to restore the draft that was saved when the session ended. Both buttons disappear once
 * pressed: the caller moves the focus.
 */
export function DraftOffer({ kept, words, onTake, onDecline }: Props) {
  return (
    <div className="draft-offer" role="group" aria-label="Texte gardé sur cet appareil">
      <p role="status">
        {`Ce que vous écriviez ici le ${formatInstant(kept.at)} n’a pas été enregistré.`}
      </p>
      {words !== undefined && <p className="draft-words">{words}</p>}
      <div className="draft-answers">
        <Button onClick={onTake}>Reprendre</Button>
        <Button variant="quiet" onClick={onDecline}>
          Ne pas reprendre
        </Button>
      </div>
    </div>
  );
}
