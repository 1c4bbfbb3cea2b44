import { useId } from 'react';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import { plural } from '#shared/formats.ts';
import type { PlannedChapter } from '#shared/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ChapterTools } from './ChapterTools.tsx';
import { isSplitOff, proposalOf, take } from './edit-plan.ts';

type Props = {
  chapter: PlannedChapter;
  proposals: UploadBody['chapters'];
  edits: readonly ImportEdit[];
  isOpen: boolean;
  onEdits: (edits: readonly ImportEdit[]) => void;
  onToggle: () => void;
  /** Announces the result to screen readers. */
  onTold: (sentence: string) => void;
  /** Undefined for the first chapter. */
  onJoin: (() => void) | undefined;
};

const sureness = { certain: null, probable: 'Probable', doubtful: 'À vérifier' } as const;

/** One chapter of the result, with editing tools on request. */
export function ChosenChapter(props: Props) {
  const { chapter, proposals, edits, isOpen, onEdits, onToggle } = props;
  const { piece, title, part, wordCount, isTaken, stretches } = chapter;
  const id = useId();
  const proposal = proposals[proposalOf(piece)];
  const sure = proposal ? sureness[proposal.confidence] : null;
  const joined = stretches.length - 1;
  return (
    <li data-open={isOpen || undefined}>
      <label>
        <input
          type="checkbox"
          checked={isTaken}
          aria-describedby={proposal?.reason ? `${id}-raison` : undefined}
          onChange={() => onEdits(take(edits, proposals, { piece, isTaken: !isTaken }))}
        />
        <span>
          {part && <span className="muted part">{part}</span>}
          <strong>{title}</strong>
          <span className="muted">
            {` ${plural(wordCount, 'mot')}`}
            {joined > 0 && `, ${plural(joined + 1, 'passage joint', 'passages joints')}`}
          </span>
          {!isSplitOff(piece) && <span className="beginning">{proposal?.beginning}</span>}
        </span>
      </label>
      {proposal?.reason && (
        <p className="sureness" id={`${id}-raison`}>
          {sure && <span className="badge">{sure}</span>} {proposal.reason}
        </p>
      )}
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
      {isOpen && <ChapterTools {...props} id={`${id}-outils`} />}
    </li>
  );
}
