import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../ui/button/Button.tsx';

/** A menu entry: a link or an action. */
export type MenuEntry = { label: string } & ({ href: string } | { run: () => void });

type Props = {
  /** Accessible name of the button. */
  label: string;
  /** Shown above the entries; omitted when empty. */
  heading: string;
  entries: readonly MenuEntry[];
  /** Content of the button. */
  children: ReactNode;
};

/**
 * A menu button after the ARIA pattern (w3.org/WAI/ARIA/apg/patterns/menu-button): Enter, Space and
 * ArrowDown open it on its first entry, ArrowUp on its last; arrows, Home and End move;
 * Escape closes and restores focus; Tab and a press outside close. Other keys, and all with
 * a modifier, are left to the browser.
 */
export function Menu({ label, heading, entries, children }: Props) {
  /** Index of the focused entry; null while closed. */
  const [current, setCurrent] = useState<number | null>(null);
  const isOpen = current !== null;
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = useRef<(HTMLElement | null)[]>([]);
  const id = useId();

  const close = () => setCurrent(null);
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };

  useEffect(() => {
    if (current !== null) items.current[current]?.focus();
  }, [current]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setCurrent(event.key === 'ArrowDown' ? 0 : entries.length - 1);
  };

  const onMenuKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextIndex(key, current ?? 0, entries.length);
    if (next !== null) setCurrent(next);
    // The browser's own Tab continues from the button, which is focused by then.
    else if (key === 'Escape' || key === 'Tab') closeAndReturn();
    // Left and right change chapters elsewhere on the page; a menu ignores them.
    const isTurn = key === 'ArrowLeft' || key === 'ArrowRight';
    if (next !== null || key === 'Escape' || isTurn) event.preventDefault();
  };

  return (
    <div className="menu" ref={place}>
      <Button
        variant="icon"
        className="menu-button"
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setCurrent(isOpen ? null : 0)}
        onKeyDown={onButtonKey}
      >
        {children}
      </Button>
      {isOpen && (
        <div className="menu-panel">
          {heading && <p className="menu-heading">{heading}</p>}
          <div role="menu" id={id} tabIndex={-1} aria-label={label} onKeyDown={onMenuKey}>
            {entries.map((entry, index) => (
              <Entry
                key={entry.label}
                entry={entry}
                isCurrent={index === current}
                onDone={closeAndReturn}
                take={(element) => {
                  items.current[index] = element;
                }}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Index that a key moves to, wrapping around; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

type EntryProps = {
  entry: MenuEntry;
  isCurrent: boolean;
  onDone: () => void;
  take: (element: HTMLElement | null) => void;
};

function Entry({ entry, isCurrent, onDone, take }: EntryProps) {
  const common = {
    role: 'menuitem',
    className: 'menu-entry',
    tabIndex: isCurrent ? 0 : -1,
    ref: take,
  };
  if ('href' in entry) {
    return (
      <a {...common} href={entry.href} onClick={onDone}>
        {entry.label}
      </a>
    );
  }
  const run = () => {
    onDone();
    entry.run();
  };
  return (
    <button {...common} type="button" onClick={run}>
      {entry.label}
    </button>
  );
}
