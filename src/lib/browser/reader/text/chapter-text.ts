import { drawChapter } from '#shared/text/chapter-markup.ts';
import { textLanguage } from '#shared/site/languages.ts';
import { hasNotes } from '#shared/text/notes.ts';
import { decoyElements } from '#shared/text/decoys.ts';
import { scramble } from '#shared/text/scramble.ts';
import { hasTextBlocks } from '#shared/text/text-blocks.ts';
import notesStyle from '../../../../styles/notes.css?inline';
import textBlocksStyle from '../../../../styles/text-blocks.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';

/** The style sheets that have been added to the page. */
const added = new Set<string>();

/**
 * The allowed elements of a chapter's text, as `src/lib/server/publishing/sanitize.ts` stores it,
 * and those that `drawChapter` adds.
 */
const allowedTags = new Set([
  'p',
  'em',
  'strong',
  'br',
  'hr',
  'blockquote',
  'h2',
  'h3',
  'ruby',
  'rt',
  'rp',
  'sup',
  'aside',
  'section',
  'div',
  'table',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  ...decoyElements,
]);
/** Also the classes that `drawChapter` sets. */
const allowedClasses = /^(?:verse|d|notes|centered|box|table)$/;
const pictureAddress = String.raw`/chapter/[0-9a-f-]{36}/images/[0-9a-f]{32}-\d{1,4}\.webp(?:\?[\w=&]+)?`;
/** Of the chapter, or in the text itself where it was downloaded (`offline/embed-pictures.ts`). */
const ownPicture = new RegExp(`^(?:${pictureAddress}|data:image/webp;base64,[A-Za-z0-9+/]+=*)$`);
/** The attributes that the server gives to pictures; the address comes last, it loads them. */
const pictureAttributes: Record<string, RegExp> = {
  alt: /^/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  sizes: /^[\w(): .,-]+$/,
  srcset: new RegExp(`^${pictureAddress} \\d+w(?:, ${pictureAddress} \\d+w)*$`),
  src: ownPicture,
};
const noteAddress = /^#(?:note|appel)-\d+$/;
/**
 * The attributes that `drawNotes` sets on notes and their markers, `drawTables` around tables, and
 * `scramble` on decoys.
 */
const drawnAttributes: Record<string, RegExp> = {
  id: /^(?:notes|(?:note|appel)-\d+)$/,
  href: noteAddress,
  role: /^(?:doc-(?:noteref|endnotes|footnote|backlink)|group)$/,
  'aria-label': /^(?:Note \d+|\d+, revenir au texte|Tableau)$/,
  'aria-labelledby': /^notes$/,
  tabindex: /^0$/,
  hidden: /^$/,
};
/** The content of these is not text. */
const droppedTags = /^(?:script|style|template|iframe|noscript|object|svg|math)$/;

/**
 * Renders a text from the API as the server does: a copy of the allowed elements, created one by
 * one, so that nothing else gets into the page; with decoys of its own.
 * @param language of the text, as in `lang`.
 */
export function drawChapterText(html: string, language: string): HTMLDivElement {
  const text = document.createElement('div');
  text.className = 'chapter-text';
  Object.assign(text, textLanguage(language));
  const scrambled = scramble(drawChapter(html, language), Math.random);
  if (hasNotes(html)) addStyle(notesStyle);
  if (hasTextBlocks(html)) addStyle(textBlocksStyle);
  // An inert document runs and loads nothing.
  const parsed = new DOMParser().parseFromString(scrambled, 'text/html');
  text.append(...copies(parsed.body));
  return text;
}

function addStyle(sheet: string): void {
  if (!added.has(sheet)) adoptStyles(sheet);
  added.add(sheet);
}

function copies(from: Element): Node[] {
  return [...from.childNodes].flatMap((node) => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || droppedTags.test(node.localName)) return [];
    // The text of a disallowed element stays.
    return isAllowed(node) ? [copy(node)] : copies(node);
  });
}

/** A link must lead to a note or back, a picture be one of the chapter's. */
function isAllowed(element: Element): boolean {
  if (element instanceof HTMLImageElement)
    return ownPicture.test(element.getAttribute('src') ?? '');
  if (element.localName === 'a') return noteAddress.test(element.getAttribute('href') ?? '');
  return allowedTags.has(element.localName);
}

function copy(element: Element): Element {
  const made = document.createElement(element.localName);
  const { lang, dir } = element as HTMLElement;
  if (lang) made.lang = lang;
  if (dir) made.dir = dir;
  const classes = [...element.classList].filter((name) => allowedClasses.test(name));
  if (classes.length > 0) made.className = classes.join(' ');
  const attributes = element.localName === 'img' ? pictureAttributes : drawnAttributes;
  for (const [name, form] of Object.entries(attributes)) {
    const value = element.getAttribute(name);
    if (value !== null && form.test(value)) made.setAttribute(name, value);
  }
  made.append(...copies(element));
  return made;
}
