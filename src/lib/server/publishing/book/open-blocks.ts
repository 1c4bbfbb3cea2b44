import { isBox, isCentered } from './boxes.ts';
import type { DocumentStyle } from './document-style.ts';
import { hasBreak, isPoem, languageOf, type Poem } from './element-style.ts';
import { elementKind, isSingleNote, semantics } from './element-kinds.ts';
import { type Element, childElements, localName, tokens } from './markup.ts';
import { isSingleCell } from './tables.ts';

/** Counts the items of the open lists. */
class ListNumbers {
  /** Numbers of the next items of the open lists; null in a list without numbers. */
  private readonly next: (number | null)[] = [];
  /** The number of the last opened item; null for a dash. */
  private current: number | null = null;

  /** The prefix of the last opened item. */
  get sign(): string {
    return this.current === null ? '– ' : `${this.current}. `;
  }

  enter(element: Element, name: string): void {
    if (name === 'ol' || name === 'ul') this.next.push(firstNumber(element, name));
    if (name !== 'li') return;
    const number = this.next.at(-1) ?? null;
    this.current = number === null ? null : Number(element.attribs.value ?? number) || number;
    if (this.current !== null) this.next[this.next.length - 1] = this.current + 1;
  }

  leave(name: string): void {
    if (name === 'ol' || name === 'ul') this.next.pop();
  }
}

function firstNumber(list: Element, name: string): number | null {
  if (name !== 'ol' || /list-style(?:-type)?\s*:\s*none/i.test(list.attribs.style ?? ''))
    return null;
  const start = Number(list.attribs.start ?? 1);
  return Number.isSafeInteger(start) ? start : 1;
}

const noRoles: readonly string[] = [];
/** Real books have a dozen; more is an attempt to fill the memory. */
const maxRoles = 60;

/** The blocks that are open at a place of a document, and what they make of the words there. */
export class OpenBlocks {
  /** The level of the open heading; 0 for none. */
  heading = 0;
  /** Of the open paragraph or heading. */
  lang: string | null = null;
  /** In a list item whose first paragraph is still to come. */
  listItem = false;
  private readonly lists = new ListNumbers();
  /** Numbers of the open notes: containers and the notes in them. */
  private readonly notes: { element: Element; number: number }[] = [];
  private noteCount = 0;
  private readonly quotes: { number: number; lang: string | null }[] = [];
  private quoteCount = 0;
  /** The open box, the outermost one. */
  private openBox: Element | null = null;
  private boxCount = 0;
  private readonly centered: Element[] = [];
  private readonly poems: Poem[] = [];
  /** Roles in effect, one list per open block; equal lists are shared. */
  private readonly roleLists: (readonly string[])[] = [];
  private readonly style: DocumentStyle;
  private readonly isTyped: boolean;
  private readonly isInCell: boolean;

  constructor(style: DocumentStyle, isTyped: boolean, isInCell: boolean) {
    this.style = style;
    this.isTyped = isTyped;
    this.isInCell = isInCell;
  }

  get roles(): readonly string[] {
    return this.roleLists.at(-1) ?? noRoles;
  }

  /** Number of the open box; 0 outside one. */
  get box(): number {
    return this.openBox ? this.boxCount : 0;
  }

  /** Number of the open note; 0 outside one. */
  get note(): number {
    return this.notes.at(-1)?.number ?? 0;
  }

  get poem(): Poem | undefined {
    return this.poems.at(-1);
  }

  get isCentered(): boolean {
    return this.centered.length > 0;
  }

  /** The outermost open quotation. */
  get quote(): { number: number; lang: string | null } | undefined {
    return this.quotes[0];
  }

  /** The prefix of the open list item. */
  get itemSign(): string {
    return this.lists.sign;
  }

  enter(element: Element, name: string): void {
    if (isPoem(element, name)) {
      const mode = childElements(element).length > 0 && hasBreak(element) ? 'stanzas' : 'lines';
      this.poems.push({ mode, element });
    }
    const own = [...semantics(element), ...tokens(element.attribs.class)];
    const { roles } = this;
    this.roleLists.push(own.length === 0 ? roles : [...roles, ...own].slice(0, maxRoles));
    if (/^h[1-6]$/.test(name)) this.heading = Number(name[1]);
    if (isCentered(element, this.style, this.isTyped)) this.centered.push(element);
    this.enterNote(element, name);
    this.enterBox(element);
    this.lists.enter(element, name);
    if (name === 'li') this.listItem = true;
    if (name === 'p' || this.heading > 0) this.lang = languageOf(element) ?? this.lang;
    if (name === 'blockquote') {
      if (this.quotes.length === 0) this.quoteCount += 1;
      this.quotes.push({ number: this.quoteCount, lang: languageOf(element) });
    }
  }

  /** Each note of a container is a note of its own. */
  private enterNote(element: Element, name: string): void {
    const isOutermost = this.notes.length === 0;
    const starts = isOutermost
      ? elementKind(element) === 'footnote-body'
      : isSingleNote(element, name);
    if (starts) this.notes.push({ element, number: (this.noteCount += 1) });
  }

  /** Boxes do not nest. */
  private enterBox(element: Element): void {
    if (this.openBox || this.isInCell || this.notes.length > 0) return;
    if (localName(element) === 'table' && !isSingleCell(element)) return;
    if (!isBox(element, this.style, this.isTyped)) return;
    this.openBox = element;
    this.boxCount += 1;
  }

  leave(element: Element, name: string): void {
    if (this.poem?.element === element) this.poems.pop();
    this.roleLists.pop();
    if (this.notes.at(-1)?.element === element) this.notes.pop();
    if (this.openBox === element) this.openBox = null;
    if (this.centered.at(-1) === element) this.centered.pop();
    this.lists.leave(name);
    if (/^h[1-6]$/.test(name)) this.heading = 0;
    if (name === 'p' || /^h[1-6]$/.test(name)) this.lang = null;
    if (name === 'li') this.listItem = false;
    if (name === 'blockquote') this.quotes.pop();
  }
}
