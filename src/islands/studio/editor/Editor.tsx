import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { WorkingCopyBody } from '../../../lib/shared/contracts/studio-chapters.ts';
import { ChapterDialogs } from '../chapters/ChapterDialogs.tsx';
import { priceOf, stateOf } from '../chapters/chapter-words.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { Opened } from './EditorScreen.tsx';
import type { LocalCopy } from './local-copy.ts';
import { RubyDialog } from './RubyDialog.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { TitleField } from './TitleField.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useEditor } from './use-editor.ts';

type Props = {
  opened: Opened;
  userId: string;
  /** Text that was never saved, to go on from; null goes on from what is saved. */
  begun: LocalCopy | null;
};

/** A title, a text, and what becomes of them. */
export function Editor({ opened, userId, begun }: Props) {
  const [chapter, setChapter] = useState(opened.chapter);
  const { place, title, setTitle, view, state, autosave, words, replace } = useEditor(
    opened,
    userId,
    begun,
  );
  const saving = useStore(autosave.$state);
  const [isPublishing, setPublishing] = useState(false);
  const [isRuby, setRuby] = useState(false);
  /** Version of the other text that somebody wants to decide about later. */
  const [laterAbout, setLaterAbout] = useState<number | null>(null);
  const [told, setTold] = useState('');
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
  const label = `Chapitre ${chapter.chapterNumber}`;

  return (
    <div className="editor">
      <ScreenHead
        title={label}
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'chapters', novelId }, label: opened.novel.title },
        ]}
      >
        <p className="state">
          <span className={`badge is-${chapter.status}`}>{stateOf(chapter)}</span>
          <span>{priceOf(chapter)}</span>
        </p>
      </ScreenHead>
      <div className="editor-bar">
        <Toolbar view={view} state={state} onRuby={() => setRuby(true)} />
        <SaveStatus
          state={saving}
          onChoose={() => setLaterAbout(null)}
          onRetry={() => void autosave.flush()}
        />
      </div>
      <TitleField title={title} onTitle={setTitle} onEnter={() => view?.focus()} />
      <div className="editor-text" ref={place} />
      <div className="editor-foot">
        <p className="muted">{words}</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => void publish()}>
            {chapter.status === 'draft' ? 'Publier…' : 'Publication…'}
          </button>
          <StudioLink
            to={{ screen: 'preview', novelId, chapterId }}
            className="button button-quiet"
          >
            Aperçu
          </StudioLink>
        </div>
        <p role="status">{told}</p>
        <Shortcuts />
      </div>
      {isPublishing && (
        <ChapterDialogs
          task={{
            kind: 'publication',
            chapter: { ...chapter, title },
            seenVersion: autosave.version(),
          }}
          onChanged={(sentence, changed) => {
            setTold(sentence);
            if (changed) setChapter({ ...chapter, ...changed });
          }}
          onClosed={() => setPublishing(false)}
        />
      )}
      {isRuby && view && <RubyDialog view={view} onClosed={() => setRuby(false)} />}
      {saving.kind === 'conflict' && saving.current.version !== laterAbout && (
        <ConflictDialog
          current={saving.current}
          words={words}
          onMine={() => autosave.takeMine(saving.current)}
          onTheirs={() => takeTheirs(saving.current)}
          onClosed={() => setLaterAbout(saving.current.version)}
        />
      )}
      {leaveDialog}
    </div>
  );
}
