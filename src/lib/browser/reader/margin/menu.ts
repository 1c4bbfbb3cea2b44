/** The menu of a passage: a colour, a note, the paragraph's comments, a quotation. */
import type { HighlightBody } from '#shared/contracts/margin.ts';
import { highlightColours, highlightLabels } from '#shared/reading/margin.ts';
import { paths } from '#shared/site/paths.ts';
import { authorNoteLabel } from '#shared/text/author-note.ts';
import styles from '../../../../styles/margin.css?inline';
import notesStyles from '../../../../styles/notes.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { key, openBox } from '../text/notes.ts';
import { commentsOf, notesOf } from './beside.ts';
import { focusBlock, openCommentsOn } from './comments-on.ts';
import { highlightAt, markChosen, unmarkChosen } from './highlights.ts';
import { $margin, removeHighlight, saveHighlight, shownChapter } from './margin-state.ts';
import { askNote } from './note-request.ts';
import { isAt, rangeOf, sentencesOf, toPassage, wholeOf, wordsIn, type Span } from './passages.ts';

adoptStyles(notesStyles);
adoptStyles(styles);

type Menu = {
  text: HTMLElement;
  span: Span;
  /** The highlight that is there. */
  existing: HighlightBody | null;
  /** Closes it; with a passage, opens that one's. */
  leave: (to?: Span) => void;
  /** States why something was not done. */
  refuse: (sentence: string) => void;
};

/** Characters of the passage that a screen reader reads with the menu's name. */
const describedMax = 200;

/** @param point of the window that was pressed; null for the keyboard, which goes from sentence to sentence */
export function openMenu(
  text: HTMLElement,
  block: HTMLElement,
  point: { x: number; y: number } | null,
): void {
  const sentences = sentencesOf(block);
  const pressed = point ? sentences.find((sentence) => isAt(sentence, point)) : sentences[0];
  const known = point && highlightAt((span) => span.block === block && isAt(span, point));
  // What is chosen for a highlight is for all of it.
  show(text, known?.span ?? pressed ?? wholeOf(block), known?.highlight ?? null);
}

function show(text: HTMLElement, span: Span, known: HighlightBody | null): void {
  const isHere = ({ block, start, end }: Span) =>
    block === span.block && start === span.start && end === span.end;
  const existing = known ?? highlightAt(isHere)?.highlight ?? null;
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Annoter un passage';
  box.ariaDescription = wordsIn(span).slice(0, describedMax);
  const leave = (to?: Span) => {
    box.hidePopover();
    if (to) show(text, to, null);
  };
  const failure = document.createElement('p');
  failure.role = 'status';
  const refuse = (sentence: string) => (failure.textContent = sentence);
  const menu = { text, span, existing, leave, refuse };
  const closed = new AbortController();
  // What may be done here is known once the margin is.
  const stop = $margin.get() ? () => undefined : $margin.listen(() => leave(span));
  closed.signal.addEventListener('abort', () => {
    unmarkChosen(span);
    stop();
    // The keyboard's place in the text.
    if (document.activeElement === document.body) focusBlock(span.block);
  });
  const isSignedIn = document.documentElement.dataset.session === 'on';
  box.append(...(isSignedIn ? ownLines(menu) : [signInLine()]));
  box.append(
    lineOf([...(isSignedIn ? ownKeys(menu) : []), ...paragraphKeys(menu)]),
    lineOf(wayKeys(menu)),
    failure,
  );
  document.body.append(box);
  markChosen(span);
  openBox(box, rangeOf(span), [], closed);
}

function lineOf(keys: readonly HTMLElement[]): HTMLElement {
  const line = document.createElement('p');
  line.className = 'note-keys';
  line.append(...keys);
  return line;
}

function signInLine(): HTMLElement {
  const line = document.createElement('p');
  const link = document.createElement('a');
  link.href = paths.login({ returnPath: paths.chapter(shownChapter()), reason: 'connexion' });
  link.append('Connectez-vous pour surligner');
  line.append(link);
  return line;
}

/** The reader's note and the four colours. */
function ownLines({ text, span, existing, leave, refuse }: Menu): HTMLElement[] {
  const choose = async (colour: HighlightBody['colour']) => {
    const passage = toPassage(text, span);
    if (!passage) return;
    const id = existing?.id ?? crypto.randomUUID();
    const outcome = await saveHighlight({ ...passage, note: '', ...existing, id, colour });
    if (outcome.ok || outcome.isWaiting) leave();
    else refuse(outcome.message);
  };
  const swatches = document.createElement('p');
  swatches.role = 'group';
  swatches.ariaLabel = 'Surligner';
  swatches.className = 'swatches';
  for (const colour of highlightColours) {
    const swatch = key(highlightLabels[colour], () => void choose(colour));
    swatch.dataset.colour = colour;
    swatch.ariaPressed = String(existing?.colour === colour);
    swatches.append(swatch);
  }
  const note = document.createElement('p');
  note.className = 'own-note';
  note.append(existing?.note ?? '');
  note.dir = 'auto';
  return [...(existing?.note ? [note] : []), swatches];
}

function ownKeys({ text, span, existing, leave }: Menu): HTMLElement[] {
  const note = key(existing?.note ? 'Modifier la note' : 'Note', () => {
    const passage = toPassage(text, span);
    leave();
    if (!passage) return;
    const fresh = { id: crypto.randomUUID(), colour: 'yellow' as const, ...passage, note: '' };
    askNote({ kind: 'own', highlight: existing ?? fresh, words: wordsIn(span), isNew: !existing });
  });
  if (!existing) return [note];
  const erase = key('Effacer', () => {
    if (existing.note !== '' && erase.textContent === 'Effacer') {
      erase.textContent = 'Oui, effacer aussi la note';
      return;
    }
    leave();
    void removeHighlight(existing.id);
  });
  return [note, erase];
}

/** What is about the paragraph, or leaves the page. */
function paragraphKeys({ text, span, leave, refuse }: Menu): HTMLElement[] {
  const { block } = span;
  const comments = commentsOf(block);
  const count = comments.reduce((sum, one) => sum + one.count, 0);
  const places = comments.map(({ place }) => place);
  const comment = key(count > 0 ? `Commenter (${count})` : 'Commenter', () => {
    leave();
    openCommentsOn(text, block, places);
  });
  const quote = key('Citer', () => {
    void import('./quote-card.ts')
      .then((card) => card.shareQuote(wordsIn(span)))
      .catch(() => false)
      .then((isDrawn) => (isDrawn ? leave() : refuse('L’image n’a pas pu être faite.')));
  });
  if (!$margin.get()?.mayNote) return [comment, quote];
  const ofAuthor = key(authorNoteLabel, () => {
    const place = toPassage(text, wholeOf(block))?.place;
    const [there] = notesOf(block);
    leave();
    if (!place) return;
    const note = there ?? { id: crypto.randomUUID(), place, text: '' };
    askNote({ kind: 'author', note, words: wordsIn(wholeOf(block)), isNew: !there });
  });
  return [comment, quote, ofAuthor];
}

/** To the sentences beside it, or the whole paragraph. */
function wayKeys({ span, leave }: Menu): HTMLElement[] {
  const whole = wholeOf(span.block);
  const sentences = sentencesOf(span.block);
  const [first] = sentences;
  if (!first || sentences.length === 1) return [];
  if (span.start === 0 && span.end === whole.end) return [key('Une phrase', () => leave(first))];
  const at = sentences.findIndex(({ start }) => start >= span.start);
  const ways = [
    ['Phrase précédente', sentences[at - 1]],
    ['Phrase suivante', sentences[at + 1]],
    ['Tout le paragraphe', whole],
  ] as const;
  return ways.flatMap(([label, to]) => (to ? [key(label, () => leave(to))] : []));
}
