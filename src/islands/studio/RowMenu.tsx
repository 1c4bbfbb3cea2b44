import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './row-menu.css?inline';

adoptStyles(styles);

/** The height of a menu's button. */
const menuButtonPixels = 44;

/** Closes the menu around it and returns the focus to its button. */
const CloseContext = createContext<() => void>(() => undefined);

type Props = {
  /** What is seen of the button: “Plus”, or dots. */
  label: ReactNode;
  /** What its actions are about, for its accessible name. */
  about: string;
  /** Links and `MenuButton`s; drawn while it is open. */
  children: ReactNode;
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
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      menu.current?.querySelector('summary')?.focus();
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeFromOutside);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      for (const event of events) document.removeEventListener(event, closeFromOutside);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);
  useLayoutEffect(() => {
    const panel = menu.current?.querySelector<HTMLElement>('.row-menu-panel');
    const end = menu.current?.closest('main')?.getBoundingClientRect().bottom;
    if (!isOpen || !panel || end === undefined) return;
    const { top, bottom, left, height } = panel.getBoundingClientRect();
    // It covers nothing that is below the page's own content, such as the links at its foot, and is
    // seen whole where there is room for it above its button.
    const isCut = bottom > innerHeight && top - height > menuButtonPixels;
    panel.toggleAttribute('data-above', bottom > end || isCut);
    // It ends with its button, and begins within its row: on a phone the button may be at the row's start.
    const start = menu.current?.closest('li, .studio')?.getBoundingClientRect().left ?? 0;
    panel.style.insetInlineEnd = left < start ? `${left - start}px` : '';
  }, [isOpen]);
  return (
    <details
      className="row-menu"
      ref={menu}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>{label}</span>
        <span className="visually-hidden">{` d’actions\u00A0: ${about}`}</span>
      </summary>
      {isOpen && (
        <CloseContext value={close}>
          <div className="row-menu-panel">{children}</div>
        </CloseContext>
      )}
    </details>
  );
}

/** Closes the menu that is around, for an entry that stays until its action is done. */
export const useCloseMenu = (): (() => void) => use(CloseContext);

/** An entry, which closes the menu first: a dialog gives the focus back to the menu's button. */
export function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const close = useCloseMenu();
  return (
    <button
      type="button"
      onClick={() => {
        close();
        onPress();
      }}
    >
      {children}
    </button>
  );
}
