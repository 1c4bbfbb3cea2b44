import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './row-menu.css?inline';

adoptStyles(styles);

type Props = {
  /** What is seen of the button: “Plus”, or dots. */
  label: ReactNode;
  /** What its actions are about, for its accessible name. */
  about: string;
  /** The links and buttons; `close` closes the menu and returns the focus. Drawn while it is open. */
  children: (close: () => void) => ReactNode;
};

/** What is done now and then with one row of a list. Escape, and a press or focus elsewhere, close it. */
export function RowMenu({ label, about, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    setOpen(false);
    menu.current?.querySelector('summary')?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeFromOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeFromOutside);
    };
  }, [isOpen]);
  useLayoutEffect(() => {
    const panel = menu.current?.querySelector<HTMLElement>('.row-menu-panel');
    const end = menu.current?.closest('main')?.getBoundingClientRect().bottom;
    if (!isOpen || !panel || end === undefined) return;
    // It covers nothing that is below the page's own content, such as the links at its foot.
    panel.toggleAttribute('data-above', panel.getBoundingClientRect().bottom > end);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  return (
    <details
      className="row-menu"
      ref={menu}
      open={isOpen}
      onKeyDown={onKeyDown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {label}
        <span className="visually-hidden">{` d’actions\u00A0: ${about}`}</span>
      </summary>
      {isOpen && <div className="row-menu-panel">{children(close)}</div>}
    </details>
  );
}
