import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useId, useState, type SubmitEvent } from 'react';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { chapterSchema, type RubyPair } from './schema.ts';

type Props = { view: EditorView; onClosed: () => void };

/** Edits a ruby annotation: of the selection, or the selected one. */
export function RubyDialog({ view, onClosed }: Props) {
  const [begun] = useState(() => selectedRuby(view));
  const [base, setBase] = useState(begun.base);
  const [reading, setReading] = useState(begun.reading);
  const id = useId();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (base.trim() === '') return;
    const { tr } = view.state;
    const pairs: RubyPair[] = [[base.trim(), reading.trim()]];
    const node =
      reading.trim() === ''
        ? chapterSchema.text(base.trim())
        : chapterSchema.nodes.ruby.create({ pairs });
    view.dispatch(tr.replaceSelectionWith(node).scrollIntoView());
    onClosed();
    setTimeout(() => view.focus());
  };
  return (
    <Dialog className="studio-dialog" title="Lecture d’un mot" onClosed={onClosed}>
      <form onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor={`${id}-mot`}>Mot</label>
          <input
            id={`${id}-mot`}
            type="text"
            value={base}
            onChange={({ currentTarget }) => setBase(currentTarget.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-lecture`}>Lecture, au-dessus du mot (vide pour l’ôter)</label>
          <input
            id={`${id}-lecture`}
            type="text"
            value={reading}
            onChange={({ currentTarget }) => setReading(currentTarget.value)}
          />
        </div>
        <div className="actions">
          <Button type="submit">Insérer</Button>
          <Button variant="quiet" onClick={onClosed}>
            Annuler
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function selectedRuby({ state }: EditorView): { base: string; reading: string } {
  const { selection, doc } = state;
  if (selection instanceof NodeSelection && selection.node.type === chapterSchema.nodes.ruby) {
    const pairs = selection.node.attrs.pairs as RubyPair[];
    return {
      base: pairs.map(([word]) => word).join(''),
      reading: pairs.map(([, above]) => above).join(''),
    };
  }
  const isOneBlock = selection.$from.sameParent(selection.$to);
  const words = isOneBlock ? doc.textBetween(selection.from, selection.to) : '';
  return { base: words, reading: '' };
}
