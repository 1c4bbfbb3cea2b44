import { useEffect, useState, type ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ToolIcon } from './ToolIcon.tsx';
import styles from './tools.css?inline';

adoptStyles(styles);

type Props = Omit<ComponentProps<typeof Button>, 'variant' | 'aria-label'> & {
  label: string;
  /** Lines of its icon (`ToolIcon`). */
  shape: string;
  /** French; '' for none. */
  shortcut?: string;
  /** The name stands beside the icon, where there is space for it. */
  hasWord?: boolean;
};

/**
 * A tool as its icon. Its name and shortcut appear below it while it is pointed at with a mouse or has
 * the keyboard's focus, until Escape (WCAG 1.4.13).
 */
export function ToolButton(props: Props) {
  const { label, shape, shortcut = '', hasWord, className, onFocus, onClick, ...rest } = props;
  const [isTipShown, setTipShown] = useState(false);
  useEffect(() => {
    if (!isTipShown) return undefined;
    // The pointer may be here and the focus in the text.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setTipShown(false);
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isTipShown]);
  return (
    <Button
      {...rest}
      variant="icon"
      className={`tool ${className ?? ''}`}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(shortcut)}
      // A press must not clear the text's selection.
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={({ pointerType }) => setTipShown(pointerType === 'mouse')}
      onPointerLeave={() => setTipShown(false)}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setTipShown(true);
        onFocus?.(event);
      }}
      onBlur={() => setTipShown(false)}
      onClick={(event) => {
        setTipShown(false);
        onClick?.(event);
      }}
    >
      <ToolIcon shape={shape} />
      {hasWord === true && <span className="tool-word">{label}</span>}
      {isTipShown && (
        <span className="tool-tip" aria-hidden="true">
          {shortcut === '' ? label : `${label} (${shortcut})`}
        </span>
      )}
    </Button>
  );
}

const ariaKeys = (shortcut: string): string | undefined =>
  shortcut
    ? shortcut.replace('Ctrl', 'Control').replace('Maj', 'Shift').replace('Entrée', 'Enter')
    : undefined;
