import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#islands/ui/button/Button.tsx';
import { toolNames, tools, type ToolName } from './commands.ts';

type Props = {
  view: EditorView | null;
  state: EditorState | null;
  onRuby: () => void;
  onNote: () => void;
  /** Null for a text in another language than French, which has no such tool. */
  onTypography: (() => void) | null;
};

/**
 * The editor's toolbar, after the ARIA pattern (w3.org/WAI/ARIA/apg/patterns/toolbar): one tab stop;
 * arrows, Home and End move within.
 */
export function Toolbar({ view, state, onRuby, onNote, onTypography }: Props) {
  const names = toolNames.filter((name) => name !== 'typography' || onTypography !== null);
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKey = (event: KeyboardEvent) => {
    const last = names.length - 1;
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons.current[next]?.focus();
  };
  const press = (name: ToolName) => {
    if (!view) return;
    const own: Partial<Record<ToolName, (() => void) | null>> = {
      ruby: onRuby,
      note: onNote,
      typography: onTypography,
    };
    const act = own[name];
    if (act) act();
    else {
      tools[name].run(view.state, view.dispatch, view);
      view.focus();
    }
  };

  return (
    <div className="toolbar" role="toolbar" aria-label="Mise en forme" onKeyDown={onKey}>
      {names.map((name, index) => {
        const { label, sign, shortcut, isOn, run } = tools[name];
        const isOff = state !== null && !run(state);
        return (
          <Button
            key={name}
            variant="icon"
            ref={(button) => {
              buttons.current[index] = button;
            }}
            className={`tool tool-${name}`}
            tabIndex={index === current ? 0 : -1}
            aria-label={label}
            aria-pressed={isOn === null ? undefined : state !== null && isOn(state)}
            aria-disabled={isOff}
            aria-keyshortcuts={ariaKeys(shortcut)}
            title={shortcut ? `${label} (${shortcut})` : label}
            // A press must not clear the text's selection.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onClick={() => isOff || press(name)}
          >
            <span aria-hidden="true">{sign}</span>
          </Button>
        );
      })}
    </div>
  );
}

const ariaKeys = (shortcut: string): string | undefined =>
  shortcut
    ? shortcut.replace('Ctrl', 'Control').replace('Maj', 'Shift').replace('Entrée', 'Enter')
    : undefined;
