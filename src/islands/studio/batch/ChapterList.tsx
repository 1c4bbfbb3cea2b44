import { useEffect, useMemo, useRef, useState } from 'react';
import { afterFrame } from '#browser/idle.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { plural } from '#shared/site/formats.ts';
import type { ChapterTask } from '../chapters/ChapterDialogs.tsx';
import { ChapterRow } from '../chapters/ChapterRow.tsx';
import { TurnPage } from '../paging/TurnPage.tsx';
import { useListPages } from '../paging/use-list-pages.ts';
import { filterFor, initialView, partHeads, sortFor, type View } from './arrange.ts';
import { BatchBar, type BatchAction } from './BatchBar.tsx';
import { BatchDialogs } from './BatchDialogs.tsx';
import { DeleteDialog, isDeletedAtOnce, isMissed } from './DeleteDialog.tsx';
import styles from './batch.css?inline';
import { ColumnHeads, ListTools } from './ListTools.tsx';
import { RangeDialog } from './RangeDialog.tsx';
import { batchSentence, did } from './send-batch.ts';
import { useChoice } from './use-choice.ts';
import { undoDeletion, useDelayedDelete } from './use-delayed-delete.ts';

adoptStyles(styles);

type Props = {
  novelId: string;
  /** All of the novel, by number. */
  chapters: readonly StudioChapterBody[];
  /** The user's role on the novel: only what it may do is offered. */
  role: NovelRole;
  /** The chapter whose page opens first; null for the first page. */
  firstSeenId: string | null;
  onTask: (task: ChapterTask) => void;
  /** Something begins: the message about what was done before is outdated. */
  onBegun: () => void;
  /** Something was done with many chapters, or failed; the message to show. */
  onDone: (sentence: string, kind?: 'success' | 'error') => void;
  /** What was done, in sight above the bar of the chosen ones. */
  notice: Elements;
};

/** Fewer than these are found and chosen at a glance. */
const toolsFrom = 3;

/** The deletion of fewer drafts is taken back, not asked about. */
const confirmedFrom = 6;

/** The chapters of a novel, found, sorted and chosen, and what is done with the chosen ones. */
export function ChapterList({
  novelId,
  chapters,
  role,
  firstSeenId,
  onTask,
  onBegun,
  onDone,
  notice,
}: Props) {
  const [view, setView] = useState(initialView);
  const [action, setAction] = useState<BatchAction | 'range' | null>(null);
  /** The chapter of a row whose deletion is asked about; it need not be chosen. */
  const [leavingOne, setLeavingOne] = useState<StudioChapterBody | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focusList = () => list.current?.focus({ preventScroll: true });
  const deletion = useDelayedDelete(novelId, (outcome) => {
    // The button that would have taken it back goes.
    if (document.activeElement?.closest('.deletion')) focusList();
    if (outcome.ok) onDone(...batchSentence(outcome.data, did.deleted, chapters));
    else onDone(outcome.message, 'error');
  });
  const { sort, isDescending } = view;
  const sorted = useMemo(
    () => sortFor(chapters, { sort, isDescending }),
    [chapters, sort, isDescending],
  );
  const leaving = new Set(deletion.waiting);
  const present = sorted.filter(({ _id }) => !leaving.has(_id));
  const shown = filterFor(present, view);
  const shownIds = shown.map(({ _id }) => _id);
  const { chosen, lastId, press, add, clear } = useChoice(shownIds);
  const pages = useListPages(shown, ({ _id }) => _id === firstSeenId);
  const heads = partHeads(pages.items, sort);
  const look = (wanted: View) => {
    setView(wanted);
    pages.turn(0);
  };
  // One that was deleted elsewhere, or is not shown any more, is not acted on.
  const acting = shown.filter(({ _id }) => chosen.has(_id));
  const byNumber = acting.toSorted((a, b) => a.chapterNumber - b.chapterNumber);

  /** Those that readers have paid for stay; the server would refuse them. */
  const remove = (those: readonly StudioChapterBody[]) => {
    const going = those.filter(({ isDeletable }) => isDeletable);
    if (going.length > 0) {
      onBegun();
      deletion.start(
        going.map(({ _id }) => _id),
        { isAtOnce: isDeletedAtOnce(going) },
      );
    }
    if (those === byNumber) clear();
  };
  const act = (wanted: BatchAction) => {
    const needsConfirmation = byNumber.length >= confirmedFrom || byNumber.some(isMissed);
    const [first] = byNumber;
    const task = taskOf[wanted];
    if (wanted === 'delete' && !needsConfirmation) remove(byNumber);
    else if (task && first && byNumber.length === 1)
      onTask({ ...task, chapter: first, onDone: clear });
    else setAction(wanted);
  };
  const close = () => setAction(null);

  return (
    <div className={may(role, 'figures') ? 'chapter-list' : 'chapter-list is-plain'}>
      {chapters.length >= toolsFrom && present.length > 0 && (
        <ListTools
          chapters={chapters}
          view={view}
          role={role}
          isAllChosen={shown.length > 0 && acting.length === shown.length}
          shownCount={shown.length}
          pages={pages}
          onView={look}
          onChooseAll={() => add(shownIds)}
        />
      )}
      {present.length > 0 && <ColumnHeads role={role} view={view} onView={look} />}
      {present.length > 0 && shown.length === 0 && (
        <EmptyState sentence="Aucun chapitre ne correspond.">
          <Button variant="quiet" onClick={() => look(initialView)}>
            Montrer tous les chapitres
          </Button>
        </EmptyState>
      )}
      <ol
        className={heads.size > 0 ? 'studio-chapters has-parts' : 'studio-chapters'}
        ref={list}
        tabIndex={-1}
        aria-label={pages.name('Chapitres')}
      >
        {pages.items.map((chapter) => (
          <ChapterRow
            key={chapter._id}
            chapter={chapter}
            role={role}
            onTask={onTask}
            onDelete={setLeavingOne}
            partHead={heads.get(chapter._id) ?? null}
            isChosen={chosen.has(chapter._id)}
            onPress={press}
          />
        ))}
      </ol>
      <TurnPage label="Pages des chapitres" pages={pages} list={list} />
      <div className="batch-foot">
        {notice}
        <div className="deletion" role="status">
          {deletion.waiting.length > 0 && (
            <UndoLine
              key={deletion.waiting[0]}
              count={deletion.waiting.length}
              dueAt={deletion.dueAt}
              takesFocus={deletion.isBegunHere}
              onUndo={() => {
                undoDeletion();
                focusList();
                onDone('Suppression annulée.');
              }}
            />
          )}
        </div>
        {acting.length > 0 && (
          <BatchBar
            role={role}
            count={acting.length}
            idle={idleFor(acting)}
            onAction={act}
            onRange={() => setAction('range')}
            onClear={() => {
              clear();
              focusList();
            }}
          />
        )}
      </div>
      {action === 'range' && (
        <RangeDialog
          shown={shown}
          first={(acting.find(({ _id }) => _id === lastId) ?? byNumber[0])?.chapterNumber}
          onRange={add}
          onClosed={close}
        />
      )}
      {action === 'delete' && (
        <DeleteDialog chosen={byNumber} onConfirmed={() => remove(byNumber)} onClosed={close} />
      )}
      {leavingOne && (
        <DeleteDialog
          chosen={[leavingOne]}
          onConfirmed={() => remove([leavingOne])}
          onClosed={() => setLeavingOne(null)}
        />
      )}
      {action && action !== 'delete' && action !== 'range' && (
        <BatchDialogs
          action={action}
          novelId={novelId}
          chapters={chapters}
          chosen={byNumber}
          onClosed={close}
          onDone={(...statusText) => {
            clear();
            onDone(...statusText);
            // The bar whose button opened the dialog is gone.
            afterFrame(() => {
              if (document.activeElement === document.body) focusList();
            });
          }}
        />
      )}
    </div>
  );
}

/** What is done with a single chapter as in the menu of its row. */
const taskOf: Partial<Record<BatchAction, Omit<ChapterTask, 'chapter'>>> = {
  schedule: { kind: 'publication', wanted: 'scheduled' },
  publish: { kind: 'publication', wanted: 'published' },
  withdraw: { kind: 'publication', wanted: 'draft' },
  price: { kind: 'settings' },
  part: { kind: 'settings' },
};

/**
 * Chapters that are out have no date to come out, and are published again for their changes alone; drafts
 * are not withdrawn.
 */
function idleFor(chosen: readonly StudioChapterBody[]): BatchAction[] {
  if (chosen.every(({ status }) => status === 'draft')) return ['withdraw', 'leave'];
  if (!chosen.every(({ status }) => status === 'published')) return [];
  return chosen.some(({ hasChanges }) => hasChanges) ? ['schedule'] : ['schedule', 'publish'];
}

type UndoLineProps = {
  count: number;
  /** When it ends, in milliseconds since 1970. */
  dueAt: number;
  /** What was pressed for it is gone: the focus comes here, as there are only some seconds. */
  takesFocus: boolean;
  onUndo: () => void;
};

const secondsUntil = (dueAt: number): number =>
  Math.max(0, Math.round((dueAt - Date.now()) / 1_000));

/** Takes a deletion back while it waits. */
function UndoLine({ count, dueAt, takesFocus, onUndo }: UndoLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(dueAt));
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(secondsUntil(dueAt)), 1_000);
    return () => clearInterval(timer);
  }, [dueAt]);
  return (
    <p>
      <span>
        <span>{`${plural(count, 'chapitre')} à supprimer dans `}</span>
        {/* Not said again each second. */}
        <span aria-hidden="true">{`${secondsLeft}\u00A0s`}</span>
        <span className="visually-hidden">quelques secondes</span>
        {'. '}
      </span>
      <Button variant="link" ref={button} onClick={onUndo}>
        Annuler
      </Button>
    </p>
  );
}
