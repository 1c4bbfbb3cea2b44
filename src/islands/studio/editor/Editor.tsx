import { useStore } from '@nanostores/react';
import type { Node } from 'prosemirror-model';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { EditorState } from 'prosemirror-state';
import { saveUnsavedWork } from '#browser/drafts/unsaved-work.ts';
import type { StudioChapterBody, WorkingCopyBody } from '#shared/contracts/studio-chapters.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { isFrench } from '#shared/text/typography.ts';
import { nothingDone, type ActWords } from '../ActNotice.tsx';
import { ChapterExtras } from '../announcements/ChapterExtras.tsx';
import { ChapterDialogs } from '../chapters/ChapterDialogs.tsx';
import { priceOf, stateOf } from '../chapters/chapter-words.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { arrivalWords } from '../navigation.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { CheckPanel } from './check/CheckPanel.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorBar } from './EditorBar.tsx';
import type { LocalCopy } from './local-copy.ts';
import { NoteDialog } from './NoteDialog.tsx';
import type { Opened } from './open-for-editing.ts';
import { PasteReport } from './paste/PasteReport.tsx';
import { unsentPictures } from './picture-commands.ts';
import { PictureDialogs } from './PictureDialog.tsx';
import { RubyDialog } from './RubyDialog.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { TitleField, type TitleHandle } from './TitleField.tsx';
import { useEditor } from './use-editor.ts';
import { useEmptyDraft } from './use-empty-draft.ts';
import { useNoteKeys } from './use-note-keys.ts';
import { useTypography } from './use-typography.ts';
import { countAdditions, pasteParts } from './paste/paste-report.ts';

type Props = {
  opened: Opened;
  userId: string;
  /** Unsaved text to continue from; null continues from the saved one. */
  begun: LocalCopy | null;
  /** Opened from another screen: the editor is focused. */
  takesFocus: boolean;
};

/** What was done, and the text and title that it left. */
type Act = ActWords & { doc: Node | undefined; title: string };

type WhenProps = { status: StudioChapterBody['status']; isComplete: boolean; role: NovelRole };

/** Shows beside the text what readers will see of it, and when. */
function WhenItComesOut({ status, isComplete, role }: WhenProps) {
  if (status === 'draft') return null;
  const whenSeen = may(role, 'publish')
    ? 'quand vous aurez choisi «\u00A0Publication…\u00A0»'
    : 'quand la personne qui publie ce roman les aura mis en ligne';
  const sentence =
    status === 'published'
      ? `Vos changements sont enregistrés à part\u00A0: les lecteurs les verront ${whenSeen}.`
      : isComplete
        ? 'Ce qui est enregistré ici paraîtra à cette heure, vos corrections d’ici là comprises.'
        : 'Il manque un titre ou un texte\u00A0: à cette heure paraîtra la dernière version complète.';
  return <p className="muted">{sentence}</p>;
}

/** A title, a text, and their save state. */
export function Editor({ opened, userId, begun, takesFocus }: Props) {
  const describedBy = useId();
  const [chapter, setChapter] = useState(opened.chapter);
  const [onSaved] = useState(() => (status: StudioChapterBody['status']) => {
    setChapter((before) => (before.status === status ? before : { ...before, status }));
  });
  const {
    place,
    first,
    title,
    setTitle,
    view,
    state,
    autosave,
    addresses,
    queue,
    words,
    hasWords,
    replace,
  } = useEditor(opened, userId, begun, describedBy, onSaved);
  const [isUntitled] = useState(title === '');
  useEffect(() => {
    if (takesFocus && !isUntitled) view?.focus();
  }, [view, takesFocus, isUntitled]);
  const saving = useStore(autosave.$state);
  const isHeld = useStore(queue.$isHeld);
  const unsent = state ? unsentPictures(state.doc) : 0;
  const titleField = useRef<TitleHandle>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [isRuby, setRuby] = useState(false);
  const [isNote, setNote] = useState(false);
  const [isNoteWritten, setNoteWritten] = useState(false);
  useNoteKeys(view, () => setNote(true));
  /** Version of the conflicting text when the decision was postponed. */
  const [laterAbout, setLaterAbout] = useState<number | null>(null);
  /** Result of the last action, until the text or its title changes. */
  const [lastAct, setLastAct] = useState<Act>(() => {
    const sentence = begun === null ? arrivalWords() : '';
    return { kind: 'success', sentence, doc: first, title };
  });
  const statusText = lastAct.doc === state?.doc && lastAct.title === title ? lastAct : nothingDone;
  // The view has what an act has just changed; a render knows it later.
  const setStatusText = (sentence: string, kind: ActWords['kind'] = 'success') =>
    setLastAct({ kind, sentence, doc: view?.state.doc, title });
  /** The text and title that came with `chapter`. */
  const [sent, setSent] = useState({ doc: begun ? null : first, title: opened.chapter.copy.title });
  const isOut =
    chapter.status === 'published' &&
    !chapter.hasChanges &&
    sent.title === title &&
    sent.doc !== null &&
    state?.doc.eq(sent.doc) !== false;
  const { language, role } = opened.novel;
  const { copy } = opened.chapter;
  useEmptyDraft({
    userId,
    chapterId: opened.chapter._id,
    autosave,
    isEmpty: begun === null && copy.title + copy.html === '' && may(role, 'deleteChapters'),
  });
  useTypography(view, language, setStatusText);
  const check = useCheck(state);
  const onTypography = isFrench(language) ? check.toggle : null;
  const saveRest = useCallback(async () => {
    // An open note is inserted into the text.
    saveUnsavedWork();
    return (await autosave.flush()) && unsent === 0;
  }, [autosave, unsent]);
  const leaveDialog = useLeaveGuard(
    saving.kind !== 'saved' || isNoteWritten || unsent > 0,
    [
      unsent > 0 &&
        'Des images que vous avez collées ne sont pas encore envoyées\u00A0: elles ne seraient pas dans le texte.',
      (saving.kind !== 'saved' || isNoteWritten) &&
        'Vos dernières modifications ne sont pas encore enregistrées. Si elles ont pu être gardées sur cet appareil, elles vous seront proposées ici à votre retour.',
    ]
      .filter((one) => one !== false)
      .join(' '),
    saveRest,
  );
  const { novelId, _id: chapterId } = chapter;
  const publish = async () => {
    const wait = 'Des images du texte sont encore en route\u00A0: attendez leur envoi.';
    if (unsent > 0) setStatusText(wait, 'error');
    else if (await autosave.flush()) setPublishing(true);
    else setStatusText('Le texte doit d’abord être enregistré.', 'error');
  };
  const takeTheirs = (current: WorkingCopyBody) => {
    replace(current);
    autosave.takeTheirs(current);
  };
  // The button that opened the dialog is gone.
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
          <StudioLink to={{ screen: 'versions', novelId, chapterId, versionId: null }}>
            Versions
          </StudioLink>
        </p>
        <WhenItComesOut
          status={chapter.status}
          role={role}
          isComplete={title.trim() !== '' && hasWords}
        />
      </ScreenHead>
      <EditorBar
        view={view}
        state={state}
        chapter={chapter}
        isOut={isOut}
        lastAct={statusText}
        onTypography={onTypography}
        onRuby={() => setRuby(true)}
        onNote={() => setNote(true)}
        onPublish={may(role, 'publish') ? () => void publish() : null}
        onRead={() => setStatusText('')}
        panel={
          view &&
          state && (
            <>
              {check.isShown && (
                <CheckPanel
                  view={view}
                  state={state}
                  language={language}
                  onStatus={setStatusText}
                  onClosed={check.close}
                />
              )}
              <PasteReport view={view} state={state} isCovered={check.isShown} />
            </>
          )
        }
      >
        <SaveStatus
          state={saving}
          unsent={{ count: unsent, isHeld }}
          words={words}
          onChoose={() => setLaterAbout(null)}
          onRetry={() => void autosave.flush()}
        />
      </EditorBar>
      <TitleField
        title={title}
        describedBy={describedBy}
        ref={titleField}
        takesFocus={takesFocus && isUntitled}
        onTitle={setTitle}
        onEnter={() => view?.focus()}
      />
      <div className="editor-text" ref={place} />
      <ChapterExtras
        chapterId={chapterId}
        userId={userId}
        language={language}
        role={role}
        isPublished={chapter.status === 'published'}
      />
      <Shortcuts isFrench={onTypography !== null} />
      {isPublishing && (
        <ChapterDialogs
          task={{
            kind: 'publication',
            chapter: { ...chapter, title },
            seenVersion: autosave.version(),
          }}
          language={language}
          role={role}
          onChanged={(sentence, changed) => {
            setStatusText(sentence);
            setChapter({ ...chapter, ...changed });
            setSent({ doc: view?.state.doc ?? null, title });
          }}
          onWrite={(part) => {
            setPublishing(false);
            // The dialog gives the focus back to its button first.
            setTimeout(() => (part === 'title' ? titleField.current : view)?.focus());
          }}
          onClosed={() => setPublishing(false)}
        />
      )}
      <PictureDialogs view={view} chapterId={chapterId} addresses={addresses} />
      {isRuby && view && <RubyDialog view={view} onClosed={() => setRuby(false)} />}
      {isNote && view && (
        <NoteDialog
          view={view}
          language={language}
          onWritten={setNoteWritten}
          onClosed={() => setNote(false)}
        />
      )}
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

/**
 * Whether the check's panel is shown. It shares its place with the report of a paste: the one that came
 * last is seen, and the other again once that is closed.
 */
export function useCheck(state: EditorState | null) {
  /** What `countAdditions` was when it was opened; null: it is closed. */
  const [openedAfter, setOpenedAfter] = useState<number | null>(null);
  const additions = state ? countAdditions(state) : 0;
  const isCovered = openedAfter !== additions && state !== null && pasteParts(state).length > 0;
  const isShown = openedAfter !== null && !isCovered;
  return {
    isShown,
    toggle: () => setOpenedAfter(isShown ? null : additions),
    close: () => setOpenedAfter(null),
  };
}
