/** Panels of the reader's: islands that are loaded on demand, in no place of the page's own. */
import { createRef, startTransition, type ReactElement, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { IslandBoundary } from '../ui/island-client.tsx';

/** A panel that stays in the page, closed. `opener` gets the focus back when it is closed. */
export type PanelHandle = { open: (opener: HTMLElement) => void };

/**
 * Renders a closed panel into the page, a piece at a time, so that a tap on something else does not
 * wait for it; from then on it opens in the very press.
 * @param name as in `data-panel`; null where its opener calls the function.
 * @returns a function that opens it, also where it is not rendered yet.
 */
export function placePanel(
  name: string | null,
  draw: (ref: Ref<PanelHandle>) => ReactElement,
): PanelHandle['open'] {
  const panel = createRef<PanelHandle>();
  const place = document.createElement('div');
  place.style.display = 'contents';
  document.body.append(place);
  const root = createRoot(place, { identifierPrefix: `${name ?? 'panel'}-` });
  let renders = 0;
  // Each a new one: one that has failed would stay as it is.
  const render = () => {
    renders += 1;
    root.render(<IslandBoundary key={renders}>{draw(panel)}</IslandBoundary>);
  };
  startTransition(render);
  const open = (opener: HTMLElement) => {
    // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- it opens in the task of the tap
    if (!panel.current) flushSync(render);
    panel.current?.open(opener);
  };
  if (name !== null) openAtOnce(name, open);
  return open;
}

/**
 * Opens a panel in the very press from now on: `panels.ts`, which has loaded its module, would wait for
 * a promise, after which a slow phone has drawn an empty panel first. As there, links keep their
 * modifiers.
 */
function openAtOnce(name: string, open: PanelHandle['open']): void {
  const press = (event: MouseEvent) => {
    const opener = (event.target as Element).closest<HTMLElement>(`[data-panel="${name}"]`);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(opener);
  };
  document.addEventListener('click', press, { capture: true });
}
