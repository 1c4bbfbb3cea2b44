import { useState, useId } from 'react';
import { formatCount, plural } from '#shared/site/formats.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { joinToPrevious, proposalOf, take, isSplitOff } from './edit-plan.ts';
import { ChapterTools } from './ChapterTools.tsx';

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
  const [statusText, setStatusText] = useState('');
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
    setStatusText(`«\u00A0${chapter.title}\u00A0» continue «\u00A0${before.title}\u00A0».`);
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
              setStatusText('Les chapitres sont de nouveau tels qu’ils ont été reconnus.');
            }}
          >
            Revenir à la proposition
          </Button>
        )}
      </p>
      <p className="visually-hidden" role="status">
        {statusText}
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
                chapter={chapter}
                proposals={proposals}
                edits={edits}
                onEdits={onEdits}
                isOpen={open === chapter.piece}
                isSamePart={rows[index - 1]?.part === chapter.part}
                doubt={reasonOf(chapter) === shared?.reason ? inShared : 'own'}
                onToggle={() => setOpen(open === chapter.piece ? null : chapter.piece)}
                onStatus={setStatusText}
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

/** Fewer rows say it each. */
const sharedFrom = 4;

/**
 * The reason that most rows of a list have, for a sentence above it; null where none has most of them.
 * @param reasons of each row; null for none.
 */
export function sharedReason(
  reasons: readonly (string | null)[],
): { reason: string; count: number } | null {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const most = [...counts].find(([, count]) => count >= sharedFrom && count > reasons.length / 2);
  return most ? { reason: most[0], count: most[1] } : null;
}

type ChosenChapterProps = {
  chapter: PlannedChapter;
  proposals: UploadBody['chapters'];
  edits: readonly ImportEdit[];
  isOpen: boolean;
  /** The previous row is of the same part, which is not shown again. */
  isSamePart: boolean;
  /** How the list shows what is not certain: `shared` if a sentence above it has the reason. */
  doubt: 'own' | 'shared' | 'shared-badge';
  onEdits: (edits: readonly ImportEdit[]) => void;
  onToggle: () => void;
  /** Announces the result to screen readers. */
  onStatus: (sentence: string) => void;
  /** Undefined for the first chapter. */
  onJoin: (() => void) | undefined;
};

const sureness = { certain: null, probable: 'Probable', doubtful: 'À vérifier' } as const;

/** One chapter of the result in two lines, with editing tools and the rest of its text on request. */
function ChosenChapter(props: ChosenChapterProps) {
  const { chapter, proposals, edits, isOpen, isSamePart, doubt, onEdits, onToggle } = props;
  const { piece, title, part, wordCount, isTaken, stretches } = chapter;
  const id = useId();
  const proposal = proposals[proposalOf(piece)];
  const sure = proposal ? sureness[proposal.confidence] : null;
  const joined = stretches.length - 1;
  const reason = isOpen || doubt === 'own' ? proposal?.reason : null;
  return (
    <li data-open={isOpen || undefined} data-reason={reason ? '' : undefined}>
      <label>
        <input
          type="checkbox"
          checked={isTaken}
          aria-describedby={reason ? `${id}-raison` : undefined}
          onChange={() => onEdits(take(edits, proposals, { piece, isTaken: !isTaken }))}
        />
        <span className="row-words">
          {part && (
            <span className={isSamePart ? 'visually-hidden' : 'muted part'}>{`${part} `}</span>
          )}
          <span className="row-lines">
            <strong>{title}</strong>
            {!reason && sure && doubt === 'shared-badge' && (
              <>
                {' '}
                <span className="badge">{sure}</span>
              </>
            )}
            <span className="muted">
              {` ${plural(wordCount, 'mot')}${joined > 0 ? `, ${plural(joined + 1, 'passage joint', 'passages joints')}` : ''}`}
            </span>
            {!isSplitOff(piece) && <Beginning text={proposal?.beginning ?? ''} isWhole={isOpen} />}
          </span>
        </span>
      </label>
      <Button
        variant="link"
        id={`outils-${piece}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-outils` : undefined}
        aria-label={`Modifier «\u00A0${title}\u00A0»`}
        onClick={onToggle}
      >
        Modifier
      </Button>
      {reason && (
        <p className="sureness" id={`${id}-raison`}>
          {sure && <span className="badge">{sure}</span>} <span>{reason}</span>
        </p>
      )}
      {isOpen && <ChapterTools {...props} id={`${id}-outils`} />}
    </li>
  );
}

/** The first words: in lines where there is space, else in one, with a stroke as verse is quoted. */
function Beginning({ text, isWhole }: { text: string; isWhole: boolean }) {
  const shown = isWhole
    ? text.replaceAll('\n\n', '\n')
    : text.replaceAll('\n\n', ' ').replaceAll('\n', ' / ');
  return <span className="beginning">{` ${shown}`}</span>;
}
