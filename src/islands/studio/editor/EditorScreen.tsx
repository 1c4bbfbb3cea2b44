import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type {
  getStudioChapter,
  StudioChapterWithCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import type { getStudioNovel, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import reader from '../../../styles/reader.css?inline';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { hasNavigated } from '../navigation.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { useSheet } from '../use-sheet.ts';
import { isSameText } from './chapter-html.ts';
import { Editor } from './Editor.tsx';
import styles from './editor.css?inline';
import { forgetLocalCopy, readLocalCopy, type LocalCopy } from './local-copy.ts';
import { Recovery } from './Recovery.tsx';

type Props = { novelId: string; chapterId: string; userId: string };

export type Opened = {
  chapter: StudioChapterWithCopyBody;
  novel: StudioNovelBody;
  /** The local copy that the server does not have. */
  kept: LocalCopy | null;
};

async function open({ novelId, chapterId, userId }: Props): Promise<Outcome<Opened>> {
  const [chapter, novel, kept] = await Promise.all([
    call<typeof getStudioChapter>('GET', '/api/studio/chapters/{id}', {
      params: { id: chapterId },
    }),
    call<typeof getStudioNovel>('GET', '/api/studio/novels/{id}', { params: { id: novelId } }),
    readLocalCopy(userId, chapterId),
  ]);
  if (!chapter.ok) return chapter;
  if (!novel.ok) return novel;
  const offered = worthOffering(kept, chapter.data, userId);
  return { ok: true, data: { chapter: chapter.data, novel: novel.data, kept: offered } };
}

/** The screen of the chapter editor. */
export default function EditorScreen({ novelId, chapterId, userId }: Props) {
  useSheet(reader);
  useSheet(styles);
  const load = useCallback(
    () => open({ novelId, chapterId, userId }),
    [novelId, chapterId, userId],
  );
  const [opened, loadAgain] = useLoaded(load);
  if (opened.kind === 'loading') return <Spinner label="Chargement du chapitre..." />;
  if (opened.kind === 'failed') {
    const { failure } = opened;
    return <StudioFailure {...{ failure, sentence: messages.chapterFailed, onRetry: loadAgain }} />;
  }
  return <OpenedEditor opened={opened.data} userId={userId} />;
}

/** A local copy is offered first; nothing is changed until the user answers. */
function OpenedEditor({ opened, userId }: { opened: Opened; userId: string }) {
  const { chapter } = opened;
  const [kept, setKept] = useState(opened.kept);
  const [taken, setTaken] = useState<LocalCopy | null>(null);
  const [wasAsked] = useState(kept !== null);
  const takesFocus = wasAsked || hasNavigated();
  if (kept) {
    return (
      <Recovery
        kept={kept}
        opened={opened}
        onTake={() => {
          setTaken(kept);
          setKept(null);
        }}
        onDrop={() => {
          forgetLocalCopy(userId, chapter._id);
          setKept(null);
        }}
      />
    );
  }
  return <Editor opened={opened} userId={userId} begun={taken} takesFocus={takesFocus} />;
}

function worthOffering(
  kept: LocalCopy | null,
  { _id, copy }: StudioChapterWithCopyBody,
  userId: string,
): LocalCopy | null {
  if (kept === null) return null;
  if (kept.title.trim() !== copy.title || !isSameText(kept.html, copy.html)) return kept;
  forgetLocalCopy(userId, _id);
  return null;
}
