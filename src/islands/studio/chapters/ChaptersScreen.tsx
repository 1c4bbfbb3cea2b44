import { useEffect, useRef, useState } from 'react';
import { afterFrame } from '#browser/idle.ts';
import { isAuthor } from '#shared/site/staff-powers.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { ActNotice, nothingDone, type ActWords } from '../ActNotice.tsx';
import { arrivalWords, goTo } from '../navigation.ts';
import { ChapterActs } from '../novel-head/ChapterActs.tsx';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { NovelSummary } from '../novel-head/NovelSummary.tsx';
import { returnToChapter, returnsFrom } from './chapter-place.ts';
import { ChapterDialogs, type ChapterTask } from './ChapterDialogs.tsx';
import { loadChapters, type NovelWithChapters } from './load-chapters.ts';
import { OrderChapters } from './OrderChapters.tsx';
import { ChapterList } from '../batch/ChapterList.tsx';
import { FreeRulesDialog } from '../batch/FreeRulesDialog.tsx';

type ScreenProps = {
  novelId: string;
  user: UserBody;
  /** Opens with the dialog of the rules by which chapters become free. */
  asksFreeRules?: boolean;
};

/** The chapters of a novel, in any state. */
export default function ChaptersScreen({ novelId, user, asksFreeRules = false }: ScreenProps) {
  const mayImport = isAuthor(user.role);
  return (
    <NovelScreen
      novelId={novelId}
      load={loadChapters}
      screen="chapters"
      loading="Chargement des chapitres..."
      failed={messages.chaptersFailed}
    >
      {(first) => <Chapters first={first} mayImport={mayImport} asksFreeRules={asksFreeRules} />}
    </NovelScreen>
  );
}

type Props = { first: NovelWithChapters; mayImport: boolean; asksFreeRules: boolean };

function Chapters({ first, mayImport, asksFreeRules }: Props) {
  const [{ novel, chapters }, setShown] = useState(first);
  const { _id: novelId, role } = novel;
  const [task, setTask] = useState<ChapterTask | null>(null);
  const [isFreeing, setFreeing] = useState(asksFreeRules);
  const [isOrdering, setOrdering] = useState(false);
  const [firstSeenId, setFirstSeenId] = useState(() => returnsFrom(novelId));
  const [lastAct, setLastAct] = useState<ActWords>(() => ({
    kind: 'success',
    sentence: arrivalWords(),
  }));
  const acts = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  useEffect(() => returnToChapter(novelId), [novelId]);
  /** Focused once rendered, if the focused element was removed. */
  const [next, setNext] = useState<{ kind: 'order' | 'changed' } | null>(null);
  useEffect(() => {
    if (next === null) return;
    // Where the list is sorted, the chapter may be on another page now, and the pressed button gone.
    if (next.kind === 'changed') {
      afterFrame(() => {
        if (document.activeElement === document.body) list.current?.focus();
      });
    } else acts.current?.querySelector('summary')?.focus();
  }, [next]);

  /** Reloads everything in the background: one change affects the figures of others. */
  const refresh = async () => {
    const outcome = await loadChapters(novelId);
    if (outcome.ok) setShown(outcome.data);
    else setLastAct({ kind: 'error', sentence: outcome.message });
  };
  const done = (sentence: string, kind: ActWords['kind'] = 'success') => {
    setLastAct({ kind, sentence });
    void refresh();
  };
  const changed = (sentence: string, chapter: StudioChapterBody) => {
    setLastAct({ kind: 'success', sentence });
    setNext({ kind: 'changed' });
    task?.onDone?.();
    const replaced = chapters.map((known) => (known._id === chapter._id ? chapter : known));
    setShown({ novel, chapters: replaced });
    void refresh();
  };
  const endOrdering = (sentence: string, kind: ActWords['kind'] = 'success') => {
    setOrdering(false);
    setNext({ kind: 'order' });
    // The list has a live region of its own, which must be there before its words.
    setLastAct(nothingDone);
    afterFrame(() => setLastAct({ kind, sentence }));
    void refresh();
  };

  const notice = (
    <ActNotice {...lastAct} onRead={() => setLastAct(nothingDone)} focusAfter={list} />
  );

  return (
    <>
      <NovelSummary novel={novel} chapters={chapters}>
        <ChapterActs
          novel={novel}
          mayImport={mayImport}
          isOrdering={isOrdering}
          count={chapters.length}
          onOrder={() => {
            setOrdering(true);
            setFirstSeenId(null);
            setLastAct(nothingDone);
          }}
          onFree={() => setFreeing(true)}
          ref={acts}
        />
      </NovelSummary>
      <section ref={list} tabIndex={-1} aria-label="Chapitres">
        {chapters.length === 0 && (
          <EmptyState
            sentence="Ce roman n’a pas encore de chapitre."
            hint="Écrivez le premier ici, ou importez un livre."
          />
        )}
        {isOrdering ? (
          <OrderChapters
            novelId={novelId}
            chapters={chapters}
            notice={notice}
            onEnded={endOrdering}
          />
        ) : (
          <ChapterList
            novelId={novelId}
            chapters={chapters}
            role={role}
            firstSeenId={firstSeenId}
            notice={notice}
            onTask={setTask}
            onBegun={() => setLastAct(nothingDone)}
            onDone={done}
          />
        )}
      </section>
      {isFreeing && may(role, 'price') && (
        <FreeRulesDialog
          novelId={novelId}
          chapters={chapters}
          chosen={[]}
          onDone={done}
          onClosed={() => {
            setFreeing(false);
            // Opened with the page, it had nothing to give the focus back to.
            if (asksFreeRules) setNext({ kind: 'order' });
            if (asksFreeRules) void goTo({ screen: 'chapters', novelId }, { replaces: true });
          }}
        />
      )}
      {task && (
        <ChapterDialogs
          task={task}
          chapters={chapters}
          language={novel.language}
          role={role}
          onChanged={changed}
          onClosed={() => setTask(null)}
        />
      )}
    </>
  );
}
