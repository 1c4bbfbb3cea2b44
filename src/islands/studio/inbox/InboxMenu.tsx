import type { MouseEvent, ReactNode } from 'react';

type Props = {
  /** Whom the entry is from. */
  name: string;
  children: ReactNode;
};

/** What is done now and then about an entry of the inbox. */
export function InboxMenu({ name, children }: Props) {
  return (
    <details className="inbox-menu">
      <summary>
        Plus<span className="visually-hidden"> d’actions ({name})</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}

type ItemProps = { keepsOpen?: boolean; onPress: () => void; children: ReactNode };

/** One of its items, which closes it and gives its button the focus, unless it `keepsOpen`. */
export function MenuItem({ keepsOpen = false, onPress, children }: ItemProps) {
  const press = ({ currentTarget }: MouseEvent) => {
    const menu = keepsOpen ? null : currentTarget.closest('details');
    if (menu) menu.open = false;
    menu?.querySelector('summary')?.focus();
    onPress();
  };
  return (
    <button type="button" onClick={press}>
      {children}
    </button>
  );
}
