/** Panels of the reader's: islands that come when they are wanted, in no place of the page's own. */
import { createRef, startTransition, type ReactElement, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { openAtOnce } from '#browser/reader/open-at-once.ts';
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
  const root = createRoot(place);
  const bounded = <IslandBoundary>{draw(panel)}</IslandBoundary>;
  startTransition(() => root.render(bounded));
  const open = (opener: HTMLElement) => {
    // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- it opens in the task of the tap
    if (!panel.current) flushSync(() => root.render(bounded));
    panel.current?.open(opener);
  };
  if (name !== null) openAtOnce(name, open);
  return open;
}
