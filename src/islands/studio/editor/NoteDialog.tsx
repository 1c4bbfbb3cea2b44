import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { registerUnsavedWork } from '#browser/drafts/unsaved-work.ts';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { inputHelp, undoReplacement } from './input-help.ts';
import { cleanPastedHtml } from './paste/clean-paste.ts';
import { chapterSchema, noteHtml, parseNote, noteSchema } from './schema.ts';
import { leaveNote, selectedNote } from './use-note-keys.ts';
import { hasMark, tools } from './commands.ts';
import { ToolButton } from './ToolButton.tsx';

const noteTools = (['em', 'strong'] as const).map((name) => {
  const type = noteSchema.marks[name];
  if (!type) throw new Error(`A note has no ${name}`);
  return {
    ...tools[name],
    name,
    run: toggleMark(type),
    isOn: (of: EditorState) => hasMark(of, type),
  };
});

/** The shortcuts of the tools. */
const noteToolKeys = Object.fromEntries(noteTools.map(({ keys = '', run }) => [keys, run]));

type NoteToolsProps = {
  /** Of the note's text; null before it is there. */
  view: EditorView | null;
  state: EditorState | null;
};

/** What a note's words can have: the same buttons as in the editor's toolbar. */
function NoteTools({ view, state }: NoteToolsProps) {
  return (
    <div className="note-tools" role="group" aria-label="Mise en forme de la note">
      {noteTools.map(({ name, label, shape, shortcut, run, isOn }) => (
        <ToolButton
          key={name}
          label={label}
          shape={shape}
          shortcut={shortcut}
          className={`tool-${name}`}
          aria-pressed={state !== null && isOn(state)}
          onClick={() => {
            if (!view) return;
            run(view.state, view.dispatch, view);
            view.focus();
          }}
        />
      ))}
    </div>
  );
}

type Props = {
  /** The view of the chapter's text. */
  view: EditorView;
  language: string;
  /** Whether the note has unsaved changes. */
  onWritten: (isWritten: boolean) => void;
  onClosed: () => void;
};

const keys = {
  Backspace: undoReplacement,
  ...noteToolKeys,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
};

/**
 * Edits the selected note, or a new one at the end of the selection. Asks before unsaved changes are
 * discarded; when the session ends or the screen is left, they are inserted into the text.
 */
export function NoteDialog({ view, language, onWritten, onClosed }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [begun] = useState(() => selectedNote(view.state));
  const [first] = useState(() => parseNote(begun ?? ''));
  const [field, setField] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const made = createField(
      place.current,
      EditorState.create({ doc: first, plugins: plugins(language) }),
      { language, onState: setState },
    );
    setField(made);
    setState(made.state);
    made.focus();
    return () => made.destroy();
  }, [first, language]);

  const doc = state?.doc ?? first;
  const html = noteHtml(doc);
  const isWritten = html !== '' && !doc.eq(first);
  const [isConfirming, setConfirming] = useState(false);
  const leave = () => {
    leaveNote(view);
    onClosed();
  };
  const giveUp = () => {
    if (isWritten) setConfirming(true);
    else leave();
  };
  const storeDraft = useEffectEvent(() => {
    view.dispatch(insertNote(view.state, begun, html));
    onClosed();
  });
  useEffect(() => {
    onWritten(isWritten);
    if (!isWritten) return undefined;
    let isStored = false;
    const release = registerUnsavedWork(() => {
      if (!isStored) storeDraft();
      isStored = true;
      // The text has it now.
      return false;
    });
    return () => {
      release();
      onWritten(false);
    };
  }, [isWritten, onWritten]);
  const finish = (change: Transaction) => {
    view.dispatch(change.scrollIntoView());
    onClosed();
    setTimeout(() => view.focus());
  };
  const save = () => {
    if (html !== '') finish(insertNote(view.state, begun, html));
  };
  const form = (
    <Dialog
      className="studio-dialog"
      title={begun === null ? 'Nouvelle note' : 'Note'}
      mayClose={() => {
        if (isWritten) setConfirming(true);
        return !isWritten;
      }}
      onClosed={leave}
    >
      <NoteTools view={field} state={state} />
      <div className="note-field" ref={place} />
      <p className="muted">Les lecteurs l’ouvrent en touchant son numéro.</p>
      <div className="actions">
        <Button aria-disabled={html === ''} onClick={save}>
          {begun === null ? 'Insérer la note' : 'Enregistrer la note'}
        </Button>
        {begun !== null && (
          <Button variant="quiet" onClick={() => finish(view.state.tr.deleteSelection())}>
            Supprimer la note
          </Button>
        )}
        <Button variant="quiet" onClick={giveUp}>
          Annuler
        </Button>
      </div>
    </Dialog>
  );
  return (
    <>
      {form}
      {isConfirming && <GiveUpDialog onStay={() => setConfirming(false)} onGiveUp={leave} />}
    </>
  );
}

function GiveUpDialog({ onStay, onGiveUp }: { onStay: () => void; onGiveUp: () => void }) {
  return (
    <Dialog className="studio-dialog" title="Abandonner cette note&nbsp;?" onClosed={onStay}>
      <p>Ce que vous y avez écrit sera perdu.</p>
      <div className="actions">
        <Button onClick={onStay}>Continuer à écrire</Button>
        <Button variant="quiet" onClick={onGiveUp}>
          Abandonner
        </Button>
      </div>
    </Dialog>
  );
}

/** Inserts the note: in place of the one `begun`, or after the selection. */
function insertNote(state: EditorState, begun: string | null, html: string): Transaction {
  const note = chapterSchema.nodes.note.create({ html });
  return begun === null
    ? state.tr.insert(state.selection.to, note)
    : state.tr.replaceSelectionWith(note);
}

/** Signs and marks become those of the text while they are typed, as in the text. */
const plugins = (language: string) => [
  history(),
  inputHelp(language, 'note'),
  keymap(keys),
  keymap(baseKeymap),
];

type Field = { language: string; onState: (state: EditorState) => void };

function createField(place: HTMLElement, state: EditorState, { language, onState }: Field) {
  const field = new EditorView(place, {
    state,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Texte de la note',
      lang: language,
      spellcheck: 'true',
    },
    transformPastedHTML: cleanPastedHtml,
    // ProseMirror would prevent what the key does in the dialog around it.
    handleDOMEvents: { keydown: (_, { key, isComposing }) => key === 'Escape' && !isComposing },
    dispatchTransaction: (transaction) => {
      const next = field.state.apply(transaction);
      field.updateState(next);
      onState(next);
    },
  });
  return field;
}
