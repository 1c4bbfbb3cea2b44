import { useId } from 'react';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import { plural } from '#shared/site/formats.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ChapterTools } from './ChapterTools.tsx';
import { isSplitOff, proposalOf, take } from './edit-plan.ts';

type Props = {
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
  onTold: (sentence: string) => void;
  /** Undefined for the first chapter. */
  onJoin: (() => void) | undefined;
};

export const sureness = { certain: null, probable: 'Probable', doubtful: 'À vérifier' } as const;

/** One chapter of the result in two lines, with editing tools and the rest of its text on request. */
export function ChosenChapter(props: Props) {
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
