import { useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/formats.ts';
import type { NovelRole } from '#shared/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import type { ChapterTask } from '../chapters/ChapterDialogs.tsx';
import { leaveFor, rowId } from '../chapters/chapter-place.ts';
import { ChapterRow } from '../chapters/ChapterRow.tsx';
import { arrange, initialView } from './arrange.ts';
import { BatchBar, type BatchAction } from './BatchBar.tsx';
import { BatchDialogs } from './BatchDialogs.tsx';
import { DeleteDialog, isMissed } from './DeleteDialog.tsx';
import styles from './batch.css?inline';
import { ColumnHeads, ListTools } from './ListTools.tsx';
import { batchSentence } from './send-batch.ts';
import { useChoice } from './use-choice.ts';
import { useDelayedDelete } from './use-delayed-delete.ts';

adoptStyles(styles);

type Props = {
  novelId: string;
  /** All of the novel, by number. */
  chapters: readonly StudioChapterBody[];
  /** The user's role on the novel: only what it may do is offered. */
  role: NovelRole;
  onTask: (task: ChapterTask) => void;
  /** Something was done with many chapters, or failed; the message to show. */
  onDone: (sentence: string, kind?: 'success' | 'error') => void;
};

/** Fewer than these are found and chosen at a glance. */
const toolsFrom = 3;

/** The chapters of a novel, found, sorted and chosen, and what is done with the chosen ones. */
export function ChapterList({ novelId, chapters, role, onTask, onDone }: Props) {
  const [view, setView] = useState(initialView);
  const [action, setAction] = useState<BatchAction | null>(null);
  const deletion = useDelayedDelete(novelId, (outcome) =>
    outcome.ok
      ? onDone(batchSentence(outcome.data, 'supprimés', chapters))
      : onDone(outcome.message, 'error'),
  );
  const leaving = new Set(deletion.waiting);
  const present = chapters.filter(({ _id }) => !leaving.has(_id));
  const shown = arrange(present, view);
  const shownIds = shown.map(({ _id }) => _id);
  const { chosen, press, setAll, clear } = useChoice(shownIds);
  // One that was deleted elsewhere, or is not shown any more, is not acted on.
  const acting = shown.filter(({ _id }) => chosen.has(_id));
  const byNumber = acting.toSorted((a, b) => a.chapterNumber - b.chapterNumber);
  const isAllChosen = shown.length > 0 && acting.length === shown.length;

  /** Those that readers have paid for stay; the server would refuse them. */
  const remove = () => {
    const going = byNumber.filter(({ isDeletable }) => isDeletable);
    if (going.length > 0) deletion.start(going.map(({ _id }) => _id));
    clear();
  };
  const act = (wanted: BatchAction) => {
    if (wanted === 'delete' && !byNumber.some(isMissed)) remove();
    else setAction(wanted);
  };

  return (
    <div className="chapter-list">
      {chapters.length >= toolsFrom && (
        <>
          <ListTools
            {...{ chapters, view, role, isAllChosen }}
            shownCount={shown.length}
            onView={setView}
            onChooseAll={() => (isAllChosen ? clear() : setAll(shownIds))}
          />
          <ColumnHeads {...{ view }} onView={setView} />
        </>
      )}
      {deletion.waiting.length > 0 && (
        <p className="deletion" role="status">
          {`${plural(deletion.waiting.length, 'chapitre')} à supprimer dans quelques secondes. `}
          <Button variant="link" onClick={deletion.undo}>
            Annuler
          </Button>
        </p>
      )}
      {chapters.length > 0 && shown.length === 0 && (
        <EmptyState sentence="Aucun chapitre de ce genre.">
          <Button variant="quiet" onClick={() => setView(initialView)}>
            Montrer tous les chapitres
          </Button>
        </EmptyState>
      )}
      <ol className="studio-chapters">
        {shown.map((chapter) => (
          <li
            key={chapter._id}
            id={rowId(chapter._id)}
            onClickCapture={() => leaveFor(chapter._id)}
          >
            <ChapterRow
              {...{ chapter, role }}
              isChosen={chosen.has(chapter._id)}
              onPress={(isRange) => press(chapter._id, isRange)}
              onTask={onTask}
            />
          </li>
        ))}
      </ol>
      {acting.length > 0 && (
        <BatchBar role={role} count={acting.length} onAction={act} onClear={clear} />
      )}
      {action === 'delete' && (
        <DeleteDialog chosen={byNumber} onConfirmed={remove} onClosed={() => setAction(null)} />
      )}
      {action && action !== 'delete' && (
        <BatchDialogs
          {...{ action, novelId, chapters }}
          chosen={byNumber}
          onClosed={() => setAction(null)}
          onDone={(sentence) => {
            clear();
            onDone(sentence);
          }}
        />
      )}
    </div>
  );
}
