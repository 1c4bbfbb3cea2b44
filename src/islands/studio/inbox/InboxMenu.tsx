import { useRef, type ReactNode } from 'react';

type Props = {
  /** Whom the entry is from. */
  name: string;
  /** The items; `close` returns the focus. */
  children: (close: () => void) => ReactNode;
};

/** What is done now and then about an entry of the inbox. */
export function InboxMenu({ name, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details className="inbox-menu" ref={menu}>
      <summary>
        Plus<span className="visually-hidden"> d’actions ({name})</span>
      </summary>
      <div>{children(close)}</div>
    </details>
  );
}

export function MenuItem({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress}>
      {children}
    </button>
  );
}
