import { useState } from 'react';
import { formatCount, plural } from '#shared/formats.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import type { PlannedChapter } from '#shared/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ChosenChapter } from './ChosenChapter.tsx';
import { joinToPrevious, proposalOf, take } from './edit-plan.ts';

type Props = {
  proposals: UploadBody['chapters'];
  edits: readonly ImportEdit[];
  /** The proposals with the edits applied. */
  planned: readonly PlannedChapter[];
  onEdits: (edits: readonly ImportEdit[]) => void;
};

/** The recognised chapters: which ones to import, and their edits. */
export function ChosenChapters({ proposals, edits, planned, onEdits }: Props) {
  /** The only chapter whose tools are shown. */
  const [open, setOpen] = useState<string | null>(null);
  const [showsUnsure, setShowsUnsure] = useState(false);
  const [told, setTold] = useState('');
  const isUnsure = ({ piece }: PlannedChapter) =>
    proposals[proposalOf(piece)]?.confidence !== 'certain';
  const taken = planned.filter(({ isTaken }) => isTaken);
  const unsure = planned.filter(isUnsure);
  const words = taken.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const isAll = taken.length === planned.length;
  const takeAll = () => {
    const all = planned.map((chapter) => ({ ...chapter, isTaken: !isAll }));
    onEdits(all.reduce<readonly ImportEdit[]>((so, one) => take(so, proposals, one), edits));
  };
  const join = (chapter: PlannedChapter, before: PlannedChapter) => {
    onEdits(joinToPrevious(edits, chapter.piece));
    setTold(`«\u00A0${chapter.title}\u00A0» continue «\u00A0${before.title}\u00A0».`);
    // Its row is gone: the focus moves to the row that it was joined to.
    setOpen(before.piece);
    requestAnimationFrame(() => document.getElementById(`outils-${before.piece}`)?.focus());
  };
  return (
    <fieldset>
      <legend>Chapitres à importer</legend>
      <p className="chosen-head">
        <span role="status">
          {`${formatCount(taken.length)} sur ${plural(planned.length, 'chapitre')}, ${plural(words, 'mot')}`}
        </span>
        <Button variant="link" onClick={takeAll}>
          {isAll ? 'Tout décocher' : 'Tout cocher'}
        </Button>
        {(unsure.length > 0 || showsUnsure) && (
          <Button
            variant="link"
            aria-pressed={showsUnsure}
            onClick={() => setShowsUnsure(!showsUnsure)}
          >
            {`À vérifier seulement (${formatCount(unsure.length)})`}
          </Button>
        )}
        {edits.length > 0 && (
          <Button
            variant="link"
            onClick={() => {
              onEdits([]);
              setOpen(null);
              setTold('Les chapitres sont de nouveau tels qu’ils ont été reconnus.');
            }}
          >
            Revenir à la proposition
          </Button>
        )}
      </p>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      <ol className="recognised">
        {planned.map((chapter, index) => {
          const before = planned[index - 1];
          if (showsUnsure && !isUnsure(chapter)) return null;
          return (
            <ChosenChapter
              key={chapter.piece}
              {...{ chapter, proposals, edits, onEdits }}
              isOpen={open === chapter.piece}
              onToggle={() => setOpen(open === chapter.piece ? null : chapter.piece)}
              onTold={setTold}
              onJoin={before && (() => join(chapter, before))}
            />
          );
        })}
      </ol>
    </fieldset>
  );
}
