import { useCallback, useState } from 'react';
import { messages } from '#shared/messages.ts';
import reader from '../../../styles/reader.css?inline';
import textBlocks from '../../../styles/text-blocks.css?inline';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { hasNavigated } from '../navigation.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { useSheet } from '../use-sheet.ts';
import { Editor } from './Editor.tsx';
import blocks from './blocks.css?inline';
import styles from './editor.css?inline';
import { forgetLocalCopy, type LocalCopy } from './local-copy.ts';
import { openForEditing, type ChapterToEdit, type Opened } from './open-for-editing.ts';
import { Recovery } from './Recovery.tsx';

/** The screen of the chapter editor. */
export default function EditorScreen({ novelId, chapterId, userId }: ChapterToEdit) {
  useSheet(reader);
  useSheet(textBlocks);
  useSheet(styles);
  useSheet(blocks);
  const load = useCallback(
    () => openForEditing({ novelId, chapterId, userId }),
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
