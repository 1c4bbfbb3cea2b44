/** A modal panel at the side of the window: the novel's name, a cross, and what belongs to one opening. */
import {
  createContext,
  use,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type Ref,
} from 'react';
import { closeOnPressOutside } from '#browser/panels/close-on-press-outside.ts';
import { sidePanel } from '#browser/panels/side-panel.ts';
import { CloseCross } from '../ui/dialog/CloseCross.tsx';
import type { Elements } from '../ui/elements.ts';
import { IslandBoundary } from '../ui/island-client.tsx';
import type { PanelHandle } from './place-panel.tsx';

/** What the content may do with its panel. */
type OpenPanel = {
  close: () => void;
  /** For when the focused element inside goes. */
  focusCross: () => void;
};

const PanelContext = createContext<OpenPanel | null>(null);

/** The panel around a component. */
export function useSidePanel(): OpenPanel {
  const panel = use(PanelContext);
  if (!panel) throw new Error('not in a panel');
  return panel;
}

type Props = {
  ref: Ref<PanelHandle>;
  className: string;
  /** What the panel is, above the title. */
  what: string;
  title: Elements;
  /** A new instance for each opening. */
  children: ReactElement;
};

/** Stays in the page while closed, so that a tap has only to show it. */
export function SidePanel({ ref, className, what, title, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cross = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [{ opening, isOpen }, setOpening] = useState({ opening: 0, isOpen: false });
  const id = useId();

  const open = (from: HTMLElement) => {
    if (!dialog.current || dialog.current.open) return;
    opener.current = from;
    setOpening((last) => ({ opening: last.opening + 1, isOpen: true }));
    dialog.current.showModal();
    cross.current?.focus();
  };
  useImperativeHandle(ref, () => ({ open }));
  useEffect(() => {
    if (dialog.current) closeOnPressOutside(dialog.current);
  }, []);
  const onClose = () => {
    // Pressed again before the browser said that it was closed.
    if (dialog.current?.open) return;
    setOpening((last) => ({ ...last, isOpen: false }));
    opener.current?.focus({ preventScroll: true });
  };
  const panel = useMemo<OpenPanel>(
    () => ({
      close: () => dialog.current?.close(),
      focusCross: () => cross.current?.focus(),
    }),
    [],
  );
  return (
    <PanelContext value={panel}>
      <dialog
        className={`${sidePanel} ${className}`}
        ref={dialog}
        aria-labelledby={`${id}-what ${id}-title`}
        onClose={onClose}
      >
        <div className="inside">
          <header>
            <div>
              <p id={`${id}-what`}>{what}</p>
              <h2 id={`${id}-title`}>{title}</h2>
            </div>
            <CloseCross ref={cross} onClick={panel.close} />
          </header>
          {isOpen && <IslandBoundary key={opening}>{children}</IslandBoundary>}
        </div>
      </dialog>
    </PanelContext>
  );
}
