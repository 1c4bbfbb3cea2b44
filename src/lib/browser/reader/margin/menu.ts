/** The menu of a passage: a colour, a note, a quotation, the paragraph's comments. */
import type { HighlightBody } from '#shared/contracts/margin.ts';
import { highlightColours, highlightLabels } from '#shared/reading/margin.ts';
import { paths } from '#shared/site/paths.ts';
import styles from '../../../../styles/margin.css?inline';
import notesStyles from '../../../../styles/notes.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { lineOf } from '../place/place-in-text.ts';
import { key, openBox } from '../text/notes.ts';
import { openCommentsOn } from './comments-on.ts';
import { highlightAt } from './draw-margin.ts';
import { $margin, removeHighlight, saveHighlight, shownChapter } from './margin-state.ts';
import { askNote } from './note-request.ts';
import { isAt, rangeOf, sentencesOf, toPassage, wholeOf, wordsIn, type Span } from './passages.ts';

adoptStyles(notesStyles);
adoptStyles(styles);

/** @param point of the window that was pressed; null for the keyboard, which goes from sentence to sentence */
export function openMenu(
  text: HTMLElement,
  block: HTMLElement,
  point: { x: number; y: number } | null,
): void {
  const sentences = sentencesOf(block);
  const pressed = point ? sentences.find((sentence) => isAt(sentence, point)) : sentences[0];
  const known = point && highlightAt((span) => span.block === block && isAt(span, point));
  show(text, pressed ?? wholeOf(block), known);
}

function show(text: HTMLElement, span: Span, known: HighlightBody | null): void {
  const { block } = span;
  const isSignedIn = document.documentElement.dataset.session === 'on';
  const margin = $margin.get();
  const existing = known ?? highlightAt((one) => one.block === block && one.start === span.start);
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Annoter un passage';
  const say = document.createElement('p');
  say.role = 'status';
  const closed = new AbortController();
  closed.signal.addEventListener('abort', () => mark(null));
  const again = (to: Span) => {
    box.hidePopover();
    show(text, to, null);
  };
  const close = () => box.hidePopover();

  const line = (...keys: HTMLElement[]) => {
    const made = document.createElement('p');
    made.className = 'note-keys';
    made.append(...keys);
    box.append(made);
  };
  if (isSignedIn) {
    const choose = async (colour: HighlightBody['colour']) => {
      const passage = toPassage(text, span);
      if (!passage) return;
      const id = existing?.id ?? crypto.randomUUID();
      const outcome = await saveHighlight({ ...passage, note: '', ...existing, id, colour });
      if (outcome.ok || outcome.isWaiting) close();
      else say.textContent = outcome.message;
    };
    box.append(
      swatches(existing, (colour) => void choose(colour)),
      say,
    );
  } else {
    const signIn = document.createElement('a');
    signIn.href = paths.login({ returnPath: paths.chapter(shownChapter()), reason: 'connexion' });
    signIn.append('Connectez-vous pour surligner');
    const sentence = document.createElement('p');
    sentence.append(signIn);
    box.append(sentence);
  }
  const note = key(existing?.note ? 'Ma note' : 'Note', () => {
    const passage = toPassage(text, span);
    close();
    if (!passage) return;
    const colour = 'yellow' as const;
    const fresh = { id: crypto.randomUUID(), colour, ...passage, note: '' };
    askNote({ kind: 'own', highlight: existing ?? fresh, words: wordsIn(span), isNew: !existing });
  });
  const erase = key('Effacer', () => {
    close();
    if (existing) void removeHighlight(existing.id);
  });
  const comments = (margin?.comments ?? []).filter(
    ({ place }) => lineOf(text, place)?.block === block,
  );
  const count = comments.reduce((sum, one) => sum + one.count, 0);
  const comment = key(count > 0 ? `Commenter (${count})` : 'Commenter', () => {
    close();
    openCommentsOn(
      text,
      block,
      comments.map(({ place }) => place),
    );
  });
  const quote = key('Citer', () => {
    close();
    void import('./quote-card.ts').then((card) => card.shareQuote(wordsIn(span)));
  });
  const authorNote = key('Note de l’auteur', () => {
    const place = toPassage(text, wholeOf(block))?.place;
    const there = margin?.notes.find((one) => lineOf(text, one.place)?.block === block);
    close();
    if (place)
      askNote({
        kind: 'author',
        note: there ?? { id: crypto.randomUUID(), place, text: '' },
        words: wordsIn(wholeOf(block)),
        isNew: !there,
      });
  });
  line(
    ...(isSignedIn ? [note] : []),
    ...(existing ? [erase] : []),
    comment,
    quote,
    ...(margin?.mayNote ? [authorNote] : []),
  );
  const whole = wholeOf(block);
  const sentences = sentencesOf(block);
  const at = sentences.findIndex(({ start }) => start >= span.start);
  const isWhole = span.start === 0 && span.end === whole.end;
  const [before, after] = [sentences[at - 1], sentences[at + 1]];
  line(
    ...(before && !isWhole ? [key('Phrase précédente', () => again(before))] : []),
    ...(after && !isWhole ? [key('Phrase suivante', () => again(after))] : []),
    ...(sentences.length > 1
      ? [
          isWhole
            ? key('Une phrase', () => again(sentences[0] ?? whole))
            : key('Tout le paragraphe', () => again(whole)),
        ]
      : []),
  );
  document.body.append(box);
  mark(span);
  openBox(box, rangeOf(span), [], closed);
}

/** The passage in question, while its menu is open. */
function mark(span: Span | null): void {
  if (!('highlights' in CSS)) return;
  if (span) CSS.highlights.set('margin-chosen', new Highlight(rangeOf(span)));
  else CSS.highlights.delete('margin-chosen');
}

function swatches(
  existing: HighlightBody | null,
  choose: (colour: HighlightBody['colour']) => void,
): HTMLElement {
  const group = document.createElement('p');
  group.role = 'group';
  group.ariaLabel = 'Surligner';
  group.className = 'swatches';
  for (const colour of highlightColours) {
    const swatch = key(highlightLabels[colour], () => choose(colour));
    swatch.dataset.colour = colour;
    swatch.ariaPressed = String(existing?.colour === colour);
    group.append(swatch);
  }
  return group;
}
