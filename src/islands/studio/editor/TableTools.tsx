import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Button } from '#islands/ui/button/Button.tsx';
import { tablePlace } from './block-commands.ts';
import { tableTools } from './block-tools.ts';

type Props = { view: EditorView | null; state: EditorState | null };

/** What can be done with the table that the cursor is in; nothing elsewhere. */
export function TableTools({ view, state }: Props) {
  if (!view || !state || !tablePlace(state)) return null;
  return (
    <div className="table-tools" role="group" aria-label="Tableau">
      {tableTools.map(({ label, run, isOn }) => {
        const isOff = !run(state);
        return (
          <Button
            key={label}
            variant="quiet"
            aria-pressed={isOn === null ? undefined : isOn(state)}
            aria-disabled={isOff}
            // A press must not clear the text's selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (isOff) return;
              run(view.state, view.dispatch, view);
              view.focus();
            }}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
