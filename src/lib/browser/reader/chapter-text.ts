import { markDialogue } from '../../shared/dialogue.ts';

/** What a chapter's text may consist of, as `src/lib/server/publishing/sanitize.ts` stores it. */
const allowedTags = /^(?:p|em|strong|br|hr|blockquote|h2|h3|ruby|rt|rp)$/;
/** Also the class that `markDialogue` sets. */
const allowedClasses = /^(?:verse|d)$/;
/** Nothing of these is text. */
const droppedTags = /^(?:script|style|template|iframe|noscript|object|svg|math)$/;

/**
 * Draws a text that came through the API as the server draws one: a copy of the allowed elements,
 * made one by one, so that nothing else gets into the page whatever was sent.
 * @param language of the text, as in `lang`.
 */
export function drawChapterText(html: string, language: string): HTMLDivElement {
  const text = document.createElement('div');
  text.className = 'chapter-text';
  text.lang = language;
  // A document of its own runs and loads nothing.
  const parsed = new DOMParser().parseFromString(markDialogue(html), 'text/html');
  text.append(...copies(parsed.body));
  return text;
}

function copies(from: Element): Node[] {
  return [...from.childNodes].flatMap((node) => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || droppedTags.test(node.localName)) return [];
    // The text of an element that is not allowed stays.
    return allowedTags.test(node.localName) ? [copy(node)] : copies(node);
  });
}

function copy(element: Element): Element {
  const made = document.createElement(element.localName);
  const language = element.getAttribute('lang');
  if (language !== null) made.lang = language;
  const classes = [...element.classList].filter((name) => allowedClasses.test(name));
  if (classes.length > 0) made.className = classes.join(' ');
  made.append(...copies(element));
  return made;
}
