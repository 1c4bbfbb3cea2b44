/** Draws what stands in the margin of a text, and what changes in it. */
import styles from '../../../../styles/margin.css?inline';
import notesStyles from '../../../../styles/notes.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { $session } from '#browser/session/session-store.ts';
import { isReadWhole } from './been.ts';
import { drawBeside, watchBlocks } from './beside.ts';
import { drawHighlights, eraseHighlights, highlightAt } from './highlights.ts';
import { $margin, emptyMargin, loadMargin, shownChapter } from './margin-state.ts';
import { listAtEnd } from './notes-at-end.ts';
import { isAt } from './passages.ts';

adoptStyles(notesStyles);
adoptStyles(styles);

/** A press on words that have a note shows it. */
function openNoted(text: HTMLElement, event: MouseEvent): void {
  const point = { x: event.clientX, y: event.clientY };
  const found = highlightAt((span) => isAt(span, point));
  if (!found || found.highlight.note === '') return;
  event.stopPropagation();
  void import('./menu.ts').then((menu) => menu.openMenu(text, found.span.block, point));
}

export function drawMargin(text: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const chapterId = shownChapter();
  // Of a first reading, the author's notes wait for the end.
  const isReadBefore = isReadWhole(chapterId);
  const draw = () => {
    const margin = $margin.get();
    const { highlights, comments, notes, mayNote } =
      margin?.chapterId === chapterId ? margin : emptyMargin;
    drawHighlights(text, highlights);
    drawBeside(text, comments, isReadBefore || mayNote ? notes : []);
  };
  const stop = $margin.listen(draw);
  let person = signedInPerson();
  const leave = $session.listen(() => {
    if (person === signedInPerson()) return;
    person = signedInPerson();
    $margin.set(null);
    void loadMargin(chapterId);
  });
  const ignore = onChangeResult(({ subject, isTaken }) => {
    if (subject.startsWith('highlight:') && !isTaken) void loadMargin(chapterId);
  });
  watchBlocks(text, signal);
  text.addEventListener('click', (event) => openNoted(text, event), { signal });
  signal.addEventListener('abort', () => {
    stop();
    leave();
    ignore();
    eraseHighlights();
  });
  void loadMargin(chapterId).then(() => {
    if (signal.aborted || isReadBefore || !text.closest('[data-margin]')) return;
    listAtEnd(text, chapterId, signal);
  });
}
