import { markDialogue } from '../../shared/dialogue.ts';
import { decoyStyle, scramble } from '../../shared/scramble.ts';

/** Hides the decoys of the text on the page: one sheet, however often a text is shown. */
let hiding: CSSStyleSheet | null = null;

/** What a chapter's text may consist of, as `src/lib/server/publishing/sanitize.ts` stores it. */
const allowedTags = /^(?:p|em|strong|br|hr|blockquote|h2|h3|ruby|rt|rp)$/;
/** Also the class that `markDialogue` sets. */
const allowedClasses = /^(?:verse|d)$/;
/** Nothing of these is text. */
const droppedTags = /^(?:script|style|template|iframe|noscript|object|svg|math)$/;

/**
 * Draws a text that came through the API as the server draws one: a copy of the allowed elements,
 * made one by one, so that nothing else gets into the page whatever was sent; with decoys of its own.
 * @param language of the text, as in `lang`.
 */
export function drawChapterText(html: string, language: string): HTMLDivElement {
  const text = document.createElement('div');
  text.className = 'chapter-text';
  text.lang = language;
  const scrambled = scramble(markDialogue(html), Math.random);
  hideDecoys(scrambled.names);
  // A document of its own runs and loads nothing.
  const parsed = new DOMParser().parseFromString(scrambled.html, 'text/html');
  text.append(...copies(parsed.body, scrambled.names));
  return text;
}

function hideDecoys(names: readonly string[]): void {
  if (!hiding) {
    hiding = new CSSStyleSheet();
    document.adoptedStyleSheets.push(hiding);
  }
  hiding.replaceSync(decoyStyle(names));
}

function copies(from: Element, decoys: readonly string[]): Node[] {
  return [...from.childNodes].flatMap((node) => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || droppedTags.test(node.localName)) return [];
    if (node.localName === 'i' && decoys.includes(node.className)) return [decoy(node)];
    // The text of an element that is not allowed stays.
    return allowedTags.test(node.localName) ? [copy(node, decoys)] : copies(node, decoys);
  });
}

function copy(element: Element, decoys: readonly string[]): Element {
  const made = document.createElement(element.localName);
  const language = element.getAttribute('lang');
  if (language !== null) made.lang = language;
  const classes = [...element.classList].filter((name) => allowedClasses.test(name));
  if (classes.length > 0) made.className = classes.join(' ');
  made.append(...copies(element, decoys));
  return made;
}

function decoy({ className, textContent }: Element): Element {
  const made = document.createElement('i');
  made.className = className;
  made.ariaHidden = 'true';
  made.textContent = textContent;
  return made;
}
