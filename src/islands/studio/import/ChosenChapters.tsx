import { useState } from 'react';
import { formatCount, plural } from '#shared/site/formats.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ChosenChapter, sureness } from './ChosenChapter.tsx';
import { joinToPrevious, proposalOf, take } from './edit-plan.ts';
import { sharedReason } from './shared-reason.ts';

type Props = {
  proposals: UploadBody['chapters'];
  edits: readonly ImportEdit[];
  /** The proposals with the edits applied. */
  planned: readonly PlannedChapter[];
  onEdits: (edits: readonly ImportEdit[]) => void;
  /** Goes to what is asked below the list. */
  onSettings: () => void;
};

/** A longer list fills a window: its end is not in sight. */
const barFrom = 8;

/** The recognised chapters: which ones to import, and their edits. */
export function ChosenChapters({ proposals, edits, planned, onEdits, onSettings }: Props) {
  /** The only chapter whose tools are shown. */
  const [open, setOpen] = useState<string | null>(null);
  const [showsUnsure, setShowsUnsure] = useState(false);
  const [told, setTold] = useState('');
  const isUnsure = ({ piece }: PlannedChapter) =>
    proposals[proposalOf(piece)]?.confidence !== 'certain';
  const taken = planned.filter(({ isTaken }) => isTaken);
  const rows = showsUnsure ? planned.filter(isUnsure) : planned;
  const reasonOf = ({ piece }: PlannedChapter) => proposals[proposalOf(piece)]?.reason ?? null;
  const shared = sharedReason(rows.map(reasonOf));
  // Beside rows without a reason, those that a sentence above is about are marked.
  const inShared = rows.some((row) => reasonOf(row) === null) ? 'shared-badge' : 'shared';
  const first = rows.find((row) => reasonOf(row) === shared?.reason);
  const sure = first && sureness[proposals[proposalOf(first.piece)]?.confidence ?? 'certain'];
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
          {`${plural(taken.length, 'chapitre')}${
            isAll ? '' : ` sur ${plural(planned.length, 'passage')}`
          }, ${plural(words, 'mot')}`}
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
      {shared && (
        <p className="sureness">
          {sure && <span className="badge">{sure}</span>}
          <span>{` ${shared.reason} C’est le cas de ${plural(shared.count, 'chapitre')}.`}</span>
        </p>
      )}
      <div>
        <ol className="recognised">
          {rows.map((chapter, index) => {
            const before = planned[planned.indexOf(chapter) - 1];
            return (
              <ChosenChapter
                key={chapter.piece}
                {...{ chapter, proposals, edits, onEdits }}
                isOpen={open === chapter.piece}
                isSamePart={rows[index - 1]?.part === chapter.part}
                doubt={reasonOf(chapter) === shared?.reason ? inShared : 'own'}
                onToggle={() => setOpen(open === chapter.piece ? null : chapter.piece)}
                onTold={setTold}
                onJoin={before && (() => join(chapter, before))}
              />
            );
          })}
        </ol>
        {rows.length > barFrom && (
          <p className="import-bar">
            <span aria-hidden="true">
              {`${formatCount(taken.length)} sur ${formatCount(planned.length)}`}
            </span>
            <Button variant="link" onClick={onSettings}>
              Aller aux réglages
            </Button>
          </p>
        )}
      </div>
    </fieldset>
  );
}
