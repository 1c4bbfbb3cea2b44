import type { Node } from 'prosemirror-model';
import { AllSelection, TextSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { chapterSchema, type RubyPair } from './schema.ts';

type Props = { view: EditorView; onClosed: () => void };

const refused =
  'Sélectionnez un seul mot, sans note, sans image et sans saut de ligne\u00A0: ils seraient perdus. Un mot qui a plusieurs lectures se supprime et s’écrit à nouveau.';

/** Edits a ruby annotation: of the words of the selection, or the selected one. */
export function RubyDialog({ view, onClosed }: Props) {
  const [begun] = useState(() => readSelection(view.state));
  return (
    <Dialog className="studio-dialog" title="Lecture d’un mot" onClosed={onClosed}>
      {begun === null ? (
        <>
          <FailureNotice sentence={refused} />
          <div className="actions">
            <Button onClick={onClosed}>Fermer</Button>
          </div>
        </>
      ) : (
        <RubyForm view={view} begun={begun} onClosed={onClosed} />
      )}
    </Dialog>
  );
}

function RubyForm({ view, begun, onClosed }: Props & { begun: Begun }) {
  const [base, setBase] = useState(begun.base);
  const [reading, setReading] = useState(begun.reading);
  const insert = () => {
    const { tr } = view.state;
    if (begun.words) tr.setSelection(TextSelection.create(tr.doc, ...begun.words));
    const pairs: RubyPair[] = [[base.trim(), reading.trim()]];
    const node =
      reading.trim() === ''
        ? chapterSchema.text(base.trim())
        : chapterSchema.nodes.ruby.create({ ...begun.ruby?.attrs, pairs });
    view.dispatch(tr.replaceSelectionWith(node).scrollIntoView());
    onClosed();
    setTimeout(() => view.focus());
    return Promise.resolve(null);
  };
  const { onSubmit, wrong, onInput } = useSubmit(insert, { mot: 'Écrivez le mot.' });
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField
        name="mot"
        label="Mot"
        required
        error={wrong('mot')}
        value={base}
        onChange={({ currentTarget }) => setBase(currentTarget.value)}
      />
      <TextField
        name="lecture"
        label="Lecture, au-dessus du mot (vide pour l’ôter)"
        value={reading}
        onChange={({ currentTarget }) => setReading(currentTarget.value)}
      />
      <div className="actions">
        <Button type="submit">Insérer</Button>
        <Button variant="quiet" onClick={onClosed}>
          Annuler
        </Button>
      </div>
    </form>
  );
}

/**
 * The ruby annotation that is edited, if there is one, and its words. `words`: where selected text
 * begins and ends, without the spaces around it, which stay in the text.
 */
type Begun = {
  base: string;
  reading: string;
  ruby: Node | null;
  words: [from: number, to: number] | null;
};

/** Null for a selection of which something would be lost. */
function readSelection({ doc, selection }: EditorState): Begun | null {
  if (selection.empty) return { base: '', reading: '', ruby: null, words: null };
  // All of a text of one paragraph is that paragraph's words.
  const { from, to, $from, $to } =
    selection instanceof AllSelection
      ? TextSelection.between(selection.$from, selection.$to)
      : selection;
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return null;
  const leaves = $from.parent.cut($from.parentOffset, $to.parentOffset).children;
  const [ruby] = leaves;
  if (leaves.length === 1 && ruby?.type === chapterSchema.nodes.ruby) {
    const [pair, ...more] = ruby.attrs.pairs as RubyPair[];
    if (!pair || more.length > 0) return null;
    return { base: pair[0], reading: pair[1], ruby, words: null };
  }
  if (!leaves.every(({ isText }) => isText)) return null;
  const text = doc.textBetween(from, to);
  const begin = from + text.length - text.trimStart().length;
  const words: Begun['words'] = [begin, Math.max(begin, from + text.trimEnd().length)];
  return { base: text.trim(), reading: '', ruby: null, words };
}
