import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  getStudioChapter,
  listStudioChapters,
  type StudioChapterBody,
  type StudioChapterWithCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import type { NovelRole } from '#shared/site/novel-powers.ts';
import type { Outcome } from '#browser/outcome.ts';
import { plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { titleOf, dateOf, priceOf, stateName } from './chapter-words.ts';
import type { Part } from './missing-for-readers.ts';
import { PublicationForm, type Wanted } from './PublicationForm.tsx';
import { ChapterSettingsDialog } from './SettingsDialog.tsx';

/** An action on a chapter, in a dialog. */
export type ChapterTask = {
  kind: 'publication' | 'settings';
  chapter: StudioChapterBody;
  /** Version of the shown text: only this one is published. */
  seenVersion?: number;
  /** What of its publication is proposed, if it can be done. */
  wanted?: Wanted;
  /** Called once it is done. */
  onDone?: () => void;
};

type Props = {
  task: ChapterTask;
  /** All chapters of the novel, where they are known. */
  chapters?: readonly StudioChapterBody[];
  /** Of the novel, as in `lang`. */
  language: string;
  /** The user's, on the novel. */
  role: NovelRole;
  /** Done; the message to show. */
  onChanged: (sentence: string, chapter: StudioChapterBody) => void;
  /** Closed to write what the chapter lacks, where that is possible. */
  onWrite?: (part: Part) => void;
  onClosed: () => void;
};

export function ChapterDialogs({ task, onWrite, chapters = [], ...props }: Props) {
  const { onChanged, onClosed } = props;
  if (task.kind === 'settings') {
    return <ChapterSettingsDialog {...props} chapter={task.chapter} chapters={chapters} />;
  }
  return (
    <PublicationDialog {...task} onChanged={onChanged} onWrite={onWrite} onClosed={onClosed} />
  );
}

type PublicationDialogProps = Omit<ChapterTask, 'kind'> & {
  onChanged: (sentence: string, chapter: StudioChapterWithCopyBody) => void;
  /** Leads to what the chapter lacks, once this is closed. */
  onWrite?: ((part: Part) => void) | undefined;
  onClosed: () => void;
};

/** Sets what readers see of a chapter and when. Loads the current working copy first. */
function PublicationDialog(props: PublicationDialogProps) {
  const { chapter, seenVersion, wanted, onChanged, onWrite, onClosed } = props;
  const { _id: id, novelId } = chapter;
  const [isBusy, setBusy] = useState(false);
  const [stale, setStale] = useState('');
  const load = useCallback(() => loadWithEarlier(id, novelId), [id, novelId]);
  const [loaded, loadAgain] = useLoaded(load);
  const isOther = (version: number) => seenVersion !== undefined && version !== seenVersion;
  return (
    <Dialog
      className="studio-dialog"
      title={`Publication de «\u00A0${titleOf(chapter)}\u00A0»`}
      isBusy={isBusy}
      onClosed={onClosed}
    >
      {stale !== '' && (
        <Notice kind="error" role="alert">
          {stale}
        </Notice>
      )}
      {loaded.kind === 'loading' && <Spinner label="Chargement du chapitre..." />}
      {loaded.kind === 'failed' && (
        <StudioFailure
          failure={loaded.failure}
          sentence={messages.chapterFailed}
          onRetry={loadAgain}
        />
      )}
      {loaded.kind === 'loaded' && isOther(loaded.data.chapter.copy.version) && (
        <Notice kind="error" role="alert">
          {`${messages.studio.copyStale} Rechargez la page pour voir le texte d’aujourd’hui.`}
        </Notice>
      )}
      {loaded.kind === 'loaded' && !isOther(loaded.data.chapter.copy.version) && (
        <>
          <p className="state">
            <span className={`badge is-${loaded.data.chapter.status}`}>
              {stateName(loaded.data.chapter)}
            </span>
            {loaded.data.chapter.status !== 'draft' && <span>{dateOf(loaded.data.chapter)}</span>}
            <span>{plural(loaded.data.chapter.copy.wordCount, 'mot')}</span>
            <span>{priceOf(loaded.data.chapter)}</span>
          </p>
          <PublicationForm
            {...loaded.data}
            proposed={wanted}
            onBusy={setBusy}
            onStale={(sentence) => {
              setStale(sentence);
              loadAgain();
            }}
            onDone={(sentence, changed) => {
              onClosed();
              onChanged(sentence, changed);
            }}
            onWrite={onWrite}
            onClosed={onClosed}
          />
        </>
      )}
    </Dialog>
  );
}

type WithEarlier = { chapter: StudioChapterWithCopyBody; earlier: readonly StudioChapterBody[] };

/** A chapter and those before it; if the list fails to load, publishing is still possible. */
async function loadWithEarlier(id: string, novelId: string): Promise<Outcome<WithEarlier>> {
  const [chapter, list] = await Promise.all([
    call(getStudioChapter, { params: { id } }),
    call(listStudioChapters, {
      params: { id: novelId },
    }),
  ]);
  if (!chapter.ok) return chapter;
  const { chapterNumber } = chapter.data;
  const all = list.ok ? list.data.chapters : [];
  const earlier = all.filter((other) => other.chapterNumber < chapterNumber);
  return { ok: true, data: { chapter: chapter.data, earlier } };
}
