import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { WorkingCopyBody } from '../../../lib/shared/contracts/studio-chapters.ts';
import { paths } from '../../../lib/shared/paths.ts';
import { ChapterDialogs } from '../chapters/ChapterDialogs.tsx';
import { priceOf, stateOf } from '../chapters/chapter-words.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorBar } from './EditorBar.tsx';
import type { Opened } from './EditorScreen.tsx';
import type { LocalCopy } from './local-copy.ts';
import { RubyDialog } from './RubyDialog.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { TitleField } from './TitleField.tsx';
import { useEditor } from './use-editor.ts';

type Props = {
  opened: Opened;
  userId: string;
  /** Text that was never saved, to go on from; null goes on from what is saved. */
  begun: LocalCopy | null;
  /** One came here from another screen, to write. */
  takesFocus: boolean;
};

/** A title, a text, and what becomes of them. */
export function Editor({ opened, userId, begun, takesFocus }: Props) {
  const describedBy = useId();
  const [chapter, setChapter] = useState(opened.chapter);
  const { place, title, setTitle, view, state, autosave, words, replace } = useEditor(
    opened,
    userId,
    begun,
    describedBy,
  );
  const [isUntitled] = useState(title === '');
  useEffect(() => {
    if (takesFocus && !isUntitled) view?.focus();
  }, [view, takesFocus, isUntitled]);
  const saving = useStore(autosave.$state);
  const [isPublishing, setPublishing] = useState(false);
  const [isRuby, setRuby] = useState(false);
  /** Version of the other text that somebody wants to decide about later. */
  const [laterAbout, setLaterAbout] = useState<number | null>(null);
  /** What became of the last act, until the text or its title changes. */
  const [lastAct, setLastAct] = useState({ sentence: '', doc: state?.doc, title });
  const told = lastAct.doc === state?.doc && lastAct.title === title ? lastAct.sentence : '';
  const setTold = (sentence: string) => setLastAct({ sentence, doc: state?.doc, title });
  const leaveDialog = useLeaveGuard(
    saving.kind !== 'saved',
    'Vos dernières modifications ne sont pas encore enregistrées. Si elles ont pu être gardées sur cet appareil, elles vous seront proposées ici à votre retour.',
    autosave.flush,
  );
  const { novelId, _id: chapterId } = chapter;
  const publish = async () => {
    if (await autosave.flush()) setPublishing(true);
    else setTold('Le texte doit d’abord être enregistré.');
  };
  const takeTheirs = (current: WorkingCopyBody) => {
    replace(current);
    autosave.takeTheirs(current);
  };
  // The button that asked for the choice is gone with it.
  const backToText = () => setTimeout(() => view?.focus());
  const label = `Chapitre ${chapter.chapterNumber}`;

  return (
    <div className="editor">
      <ScreenHead
        title={label}
        headingId={describedBy}
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'chapters', novelId }, label: opened.novel.title },
        ]}
      >
        <p className="state">
          <span className={`badge is-${chapter.status}`}>{stateOf(chapter)}</span>
          <span>{priceOf(chapter)}</span>
          {chapter.status === 'published' && <a href={paths.chapter(chapterId)}>Page publique</a>}
        </p>
      </ScreenHead>
      <EditorBar
        {...{ view, state, chapter, told }}
        onRuby={() => setRuby(true)}
        onPublish={() => void publish()}
        onRead={() => setTold('')}
      >
        <SaveStatus
          state={saving}
          words={words}
          onChoose={() => setLaterAbout(null)}
          onRetry={() => void autosave.flush()}
        />
      </EditorBar>
      <TitleField
        {...{ title, describedBy }}
        takesFocus={takesFocus && isUntitled}
        onTitle={setTitle}
        onEnter={() => view?.focus()}
      />
      <div className="editor-text" ref={place} />
      <Shortcuts />
      {isPublishing && (
        <ChapterDialogs
          task={{
            kind: 'publication',
            chapter: { ...chapter, title },
            seenVersion: autosave.version(),
          }}
          onChanged={(sentence, changed) => {
            setTold(sentence);
            setChapter({ ...chapter, ...changed });
          }}
          onClosed={() => setPublishing(false)}
        />
      )}
      {isRuby && view && <RubyDialog view={view} onClosed={() => setRuby(false)} />}
      {saving.kind === 'conflict' && saving.current.version !== laterAbout && (
        <ConflictDialog
          current={saving.current}
          words={words}
          onMine={() => {
            autosave.takeMine(saving.current);
            backToText();
          }}
          onTheirs={() => {
            takeTheirs(saving.current);
            backToText();
          }}
          onClosed={() => setLaterAbout(saving.current.version)}
        />
      )}
      {leaveDialog}
    </div>
  );
}
