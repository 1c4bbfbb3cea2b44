import { useEffect, useState, type ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import styles from './tools.css?inline';

adoptStyles(styles);

type Props = Omit<ComponentProps<typeof Button>, 'variant' | 'aria-label'> & {
  label: string;
  /** Lines of its icon (`ToolIcon`). */
  shape: string;
  /** French; '' for none. */
  shortcut?: string;
  /** The name is beside the icon, where there is space for it. */
  hasWord?: boolean;
};

/**
 * A tool as its icon. Its name and shortcut appear below it while it is pointed at with a mouse or has
 * the keyboard's focus, until Escape (WCAG 1.4.13).
 */
export function ToolButton(props: Props) {
  const { label, shape, shortcut = '', hasWord, className, onFocus, onClick, ...rest } = props;
  const [tip, setTip] = useState<'start' | 'end' | null>(null);
  useEffect(() => {
    if (tip === null) return undefined;
    // The pointer may be here and the focus in the text.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Not for the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setTip(null);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [tip]);
  return (
    <Button
      {...rest}
      variant="icon"
      className={`tool ${className ?? ''}`}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(shortcut)}
      // A press must not clear the text's selection.
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={({ pointerType, currentTarget }) =>
        setTip(pointerType === 'mouse' ? sideOf(currentTarget) : null)
      }
      onPointerLeave={() => setTip(null)}
      onFocus={(event) => {
        const { currentTarget } = event;
        if (currentTarget.matches(':focus-visible')) setTip(sideOf(currentTarget));
        onFocus?.(event);
      }}
      onBlur={() => setTip(null)}
      onClick={(event) => {
        setTip(null);
        onClick?.(event);
      }}
    >
      <ToolIcon shape={shape} />
      {hasWord === true && <span className="tool-word">{label}</span>}
      {tip !== null && (
        <span className={`tool-tip at-${tip}`} aria-hidden="true">
          {shortcut === '' ? label : `${label} (${shortcut})`}
        </span>
      )}
    </Button>
  );
}

/** The side of the button from which its name goes to the middle of the window: it is not cut there. */
const sideOf = (button: HTMLElement) =>
  button.getBoundingClientRect().left < document.documentElement.clientWidth / 2 ? 'start' : 'end';

const ariaKeys = (shortcut: string): string | undefined =>
  shortcut
    ? shortcut.replace('Ctrl', 'Control').replace('Maj', 'Shift').replace('Entrée', 'Enter')
    : undefined;

/** A tool's icon. Drawn, so that it looks the same whatever fonts a machine has. */
function ToolIcon({ shape }: { shape: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}
