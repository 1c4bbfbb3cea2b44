import type { EditorView } from 'prosemirror-view';
import { selectPlace } from './findings.ts';

/** Where on the screen the place is to be: between the bar and the panel that lists it, or beside it. */
const placeOnScreen = { above: 0.35, beside: 0.4 } as const;
/** As in `findings.css`. */
const isBeside = '(min-width: 78rem)';

/** Selects a place of the text, above the panel that it was chosen in, and puts the focus there. */
export function goToPlace(view: EditorView, from: number, to = from): void {
  view.dispatch(selectPlace(view.state, from, to));
  view.focus();
  const { top } = view.coordsAtPos(view.state.selection.from);
  const height = window.visualViewport?.height ?? window.innerHeight;
  const { above, beside } = placeOnScreen;
  const share = matchMedia(isBeside).matches ? beside : above;
  window.scrollBy({ top: top - height * share, behavior: 'instant' });
}
