import type { EditorView } from 'prosemirror-view';
import { selectPlace } from './findings.ts';

/** Where on the screen the place is to stand: below the panel that lists it. */
const placeOnScreen = 0.7;

/** Selects a place of the text, below the panel that it was chosen in, and puts the focus there. */
export function goToPlace(view: EditorView, from: number, to = from): void {
  view.dispatch(selectPlace(view.state, from, to));
  view.focus();
  const { top } = view.coordsAtPos(view.state.selection.from);
  const height = window.visualViewport?.height ?? window.innerHeight;
  window.scrollBy({ top: top - height * placeOnScreen, behavior: 'instant' });
}
