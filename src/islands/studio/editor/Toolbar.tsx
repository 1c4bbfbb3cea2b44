import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useRef, useState, type KeyboardEvent } from 'react';
import { toolNames, tools, type ToolName } from './commands.ts';
import { ToolButton } from './ToolButton.tsx';

type Props = {
  view: EditorView | null;
  state: EditorState | null;
  onRuby: () => void;
  onNote: () => void;
  /** Null for a text in another language than French, which has no such tool. */
  onTypography: (() => void) | null;
};

/** Seven buttons are a row on a phone: these, and the one that shows the others. */
const firstTools: ReadonlySet<ToolName> = new Set([
  ...(['undo', 'em', 'strong', 'quote', 'separator', 'typography'] as const),
]);

/**
 * The editor's toolbar, after the ARIA pattern (w3.org/WAI/ARIA/apg/patterns/toolbar): one tab stop;
 * arrows, Home and End move within, over the buttons that are shown. A phone shows the rarer tools
 * when asked, with their names, until one is chosen.
 */
export function Toolbar({ view, state, onRuby, onNote, onTypography }: Props) {
  const names = toolNames.filter((name) => name !== 'typography' || onTypography !== null);
  const [current, setCurrent] = useState('undo');
  const [isOpen, setOpen] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);

  const onKey = (event: KeyboardEvent) => {
    const shown = [...(toolbar.current?.querySelectorAll('button') ?? [])].filter(
      (button) => button.offsetParent !== null,
    );
    const index = shown.findIndex((button) => button === document.activeElement);
    const next = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    shown.at(next % shown.length)?.focus();
  };
  const press = (name: ToolName) => {
    if (!view) return;
    const own: Partial<Record<ToolName, (() => void) | null>> = {
      ruby: onRuby,
      note: onNote,
      typography: onTypography,
    };
    // On a phone the rarer tools lie over the text. A dialog gives the focus back to what stays.
    if (!firstTools.has(name) && isOpen) {
      const bar = toolbar.current;
      if (bar?.contains(document.activeElement)) {
        bar.querySelector<HTMLElement>('.tool-more')?.focus();
      }
      setOpen(false);
    }
    const act = own[name];
    if (act) act();
    else {
      tools[name].run(view.state, view.dispatch, view);
      view.focus();
    }
  };

  return (
    <div
      ref={toolbar}
      className="toolbar"
      role="toolbar"
      aria-label="Mise en forme"
      data-open={isOpen || undefined}
      onKeyDown={onKey}
      // The next time it is entered by a button that is shown at every width.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setCurrent('undo');
      }}
    >
      {names.map((name) => {
        const { label, shape, shortcut, isOn, run } = tools[name];
        const isOff = state !== null && !run(state);
        return (
          <ToolButton
            key={name}
            label={label}
            shape={shape}
            shortcut={shortcut}
            className={`tool-${name} ${firstTools.has(name) ? '' : 'is-rarer'}`}
            hasWord={!firstTools.has(name)}
            tabIndex={name === current ? 0 : -1}
            aria-pressed={isOn === null ? undefined : state !== null && isOn(state)}
            aria-disabled={isOff}
            onFocus={() => setCurrent(name)}
            onClick={() => isOff || press(name)}
          />
        );
      })}
      <ToolButton
        label="Autres outils"
        shape={isOpen ? 'M5 12h14' : 'M12 5v14M5 12h14'}
        className="tool-more"
        tabIndex={current === 'more' ? 0 : -1}
        aria-expanded={isOpen}
        onFocus={() => setCurrent('more')}
        onClick={() => {
          // A tool that is hidden is no stop of the keyboard.
          setCurrent('more');
          setOpen(!isOpen);
        }}
      />
    </div>
  );
}
