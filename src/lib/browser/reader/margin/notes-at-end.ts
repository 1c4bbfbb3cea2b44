/** The author's notes, folded below the text for who comes to its end. */
import { whenNear } from '../when-near.ts';
import { goTo, paragraphOf } from './comments-on.ts';
import { $margin, loadMargin } from './margin-state.ts';

/** They are asked for when the end is a window away, so that nothing in sight moves. */
export function listAtEnd(text: HTMLElement, chapterId: string, signal: AbortSignal): void {
  const ending = text.closest('.reader')?.querySelector('.ending');
  if (!ending) return;
  const ask = () =>
    void loadMargin(chapterId, true).then(() => {
      if (!signal.aborted) list(ending, signal);
    });
  whenNear(ending, 1, ask, signal);
}

function list(ending: Element, signal: AbortSignal): void {
  const notes = $margin.get()?.notes ?? [];
  if (notes.length === 0) return;
  const fold = document.createElement('details');
  fold.className = 'margin-notes';
  const summary = document.createElement('summary');
  summary.append(`En marge de ce chapitre (${notes.length})`);
  const all = document.createElement('dl');
  for (const { place, text: words } of notes) {
    const paragraph = paragraphOf(place);
    const term = document.createElement('dt');
    if (paragraph) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(`«\u00A0${paragraph.words}\u00A0»`);
      button.addEventListener('click', () => goTo(paragraph.block));
      term.append(button);
    }
    const said = document.createElement('dd');
    said.append(words);
    said.dir = 'auto';
    all.append(term, said);
  }
  fold.append(summary, all);
  ending.after(fold);
  signal.addEventListener('abort', () => fold.remove());
}
