import type { EditorView } from 'prosemirror-view';
import { selectPlace } from './findings.ts';

/** Where on the screen the place is to stand: below the panel that lists it, or beside it. */
const placeOnScreen = { below: 0.7, beside: 0.4 } as const;
/** As in `findings.css`. */
const isBeside = '(min-width: 78rem)';

/** Selects a place of the text, below the panel that it was chosen in, and puts the focus there. */
export function goToPlace(view: EditorView, from: number, to = from): void {
  view.dispatch(selectPlace(view.state, from, to));
  view.focus();
  const { top } = view.coordsAtPos(view.state.selection.from);
  const height = window.visualViewport?.height ?? window.innerHeight;
  const { below, beside } = placeOnScreen;
  const share = matchMedia(isBeside).matches ? beside : below;
  window.scrollBy({ top: top - height * share, behavior: 'instant' });
}
