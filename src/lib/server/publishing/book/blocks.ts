import { isSceneSeparator } from '#shared/text/scene-separator.ts';
import type { Block } from './block.ts';
import { separatorBlock } from './block.ts';
import { blankEdgesOf, blankLinesOf, isEmptyParagraph, withBlankLines } from './blank-lines.ts';
import { isBox } from './boxes.ts';
import { blockNames, isInnerLink, isPoem, isScenePicture, isVerseLine } from './element-style.ts';
import { noStyle, typedStyle, type DocumentStyle } from './document-style.ts';
import { elementKind } from './element-kinds.ts';
import { parseHtml } from './html-tree.ts';
import { InlineReader } from './inline-reader.ts';
import type { Run } from './inline.ts';
import { noteCallMark, runsToHtml, runsToLines, tidyRuns, withDashes } from './inline.ts';
import type { Document, Element, Node } from './markup.ts';
import {
  childElements,
  fullText,
  isElement,
  isText,
  localName,
  textStart,
  walk,
} from './markup.ts';
import { withoutNoteBrackets } from './note-brackets.ts';
import { plainMark } from './note-text.ts';
import type { NoteCall } from './note-source.ts';
import { OpenBlocks } from './open-blocks.ts';
import { addRemovals, noRemovals, type Removals } from './removals.ts';
import { writeTable } from '../normalize-table.ts';
import { bookPictureHtml, shownPicture, storedPictureOf, type PictureFinder } from './pictures.ts';
import { isDataTable, isSingleCell, readCells } from './tables.ts';

export type BlockList = {
  blocks: Block[];
  /** Anchors after the last block. */
  trailingIds: string[];
  removed: Removals;
};

export type BlockOptions = {
  /** The book's note references: those of this document are appended. */
  calls?: NoteCall[];
  /** What the document's style sheets say. */
  style?: DocumentStyle;
  /** Typed by a user: dashes, ornaments and brackets stay as they are. */
  isTyped?: boolean;
  /** Of a book; without it no picture of one is kept. */
  pictures?: PictureFinder;
  /** In a table, which holds no other. */
  isInCell?: boolean;
};

/**
 * Turns a parsed document into blocks of the allowed subset, in one pass. Footnote blocks are among
 * them (`note`), and so are their references (`noteCallMark`): `placeNotes` matches them.
 */
export function readBlocks(root: Document | Element, options: BlockOptions = {}): BlockList {
  return new BlockReader(options).read(root);
}

/** Without words of their own to hide. */
const mere = new Set(['br', 'hr', 'ruby']);
/** Of each hidden passage, for the report. */
const hiddenCharacters = 60;

class BlockReader {
  private readonly blocks: Block[] = [];
  private readonly removed = noRemovals();
  private readonly calls: NoteCall[];
  private readonly inline: InlineReader;
  private readonly style: DocumentStyle;
  private readonly isTyped: boolean;
  private readonly isInCell: boolean;
  private readonly pictures: PictureFinder | undefined;
  /** Pictures of the cells of the open table, which follow it. */
  private readonly pulled: string[] = [];
  /** Open elements whose text is a note reference: the marker follows them. */
  private readonly calling: Element[] = [];
  private ids: string[] = [];
  private readonly open: OpenBlocks;
  /** Elements whose words are left out. */
  private readonly hidden = new Set<Element>();
  /** Blank lines before the block of each index. */
  private readonly blanks = new Map<number, number>();
  private links = 0;
  private linkedCharacters = 0;
  private blockLinks = 0;
  /** The open block contains an ornament; if it is alone, it is a separator. */
  private scenePicture = false;

  constructor({
    calls = [],
    isTyped = false,
    style = isTyped ? typedStyle : noStyle,
    isInCell = false,
    pictures,
  }: BlockOptions) {
    this.calls = calls;
    this.style = style;
    this.inline = new InlineReader(style);
    this.open = new OpenBlocks(style, isTyped, isInCell);
    this.isTyped = isTyped;
    this.isInCell = isInCell;
    this.pictures = pictures;
  }

  read(root: Document | Element): BlockList {
    walk(
      root,
      (node) => this.enter(node),
      (element) => this.leave(element),
    );
    this.flush();
    const blocks = withBlankLines(this.blocks, this.blanks);
    return { blocks, trailingIds: this.ids, removed: this.removed };
  }

  private enter(node: Node): boolean {
    if (isText(node)) this.addShown(node.data, node.parent);
    if (!isElement(node)) return 'children' in node;
    this.addId(node);
    if (this.leaveHidden(node) || !this.add(node)) return false;
    const name = localName(node);
    if (name === 'br') {
      this.inline.addBreak();
      return false;
    }
    if (name === 'ruby') {
      this.inline.addRuby(node);
      return false;
    }
    if (blockNames.has(name)) this.enterBlock(node, name);
    else this.enterInline(node, name);
    return true;
  }

  private addId({ attribs }: Element): void {
    const id = attribs.id ?? attribs['xml:id'] ?? attribs.name;
    if (id !== undefined && id !== '') this.ids.push(id);
  }

  /** Words that their style does not hide. */
  private addShown(data: string, parent: Node['parent']): void {
    const hiddenBy = isElement(parent) ? this.style.of(parent).hiddenBy : null;
    if (hiddenBy === null) this.addText(data);
    else this.countHidden(hiddenBy);
  }

  private countHidden(element: Element): void {
    if (this.hidden.has(element)) return;
    this.hidden.add(element);
    const words = fullText(element);
    if (words !== '') this.removed.hidden.push(words.slice(0, hiddenCharacters));
  }

  /** Whether an element is not shown, nor holds what is: a note may be shown on its own. */
  private leaveHidden(element: Element): boolean {
    const { hiddenBy, isGone } = this.style.of(element);
    if (hiddenBy === null) return false;
    const name = localName(element);
    if (mere.has(name) || !['content', 'table'].includes(elementKind(element))) return true;
    if (!isGone) return false;
    const inner: Element[] = [];
    walk(
      element,
      (node) => {
        if (isElement(node)) inner.push(node);
        return true;
      },
      () => undefined,
    );
    if (inner.some((one) => elementKind(one) === 'footnote-body')) return false;
    for (const one of inner) this.addId(one);
    this.countHidden(hiddenBy);
    return true;
  }

  /** Counts what is left out; false for an element that does not enter the text. */
  private add(element: Element): boolean {
    switch (elementKind(element)) {
      case 'content':
        return true;
      case 'table':
        return this.addTable(element);
      case 'image':
        this.addPicture(element);
        return false;
      case 'script':
        this.removed.scripts += 1;
        return false;
      case 'other':
        this.removed.other += 1;
        return false;
      case 'footnote-reference':
        this.callNote(element, plainMark(textStart(element, 12)));
        return false;
      case 'footnote-words':
        this.calling.push(element);
        return true;
      case 'footnote-body':
        if (blockNames.has(localName(element))) return true;
        this.readInnerNote(element);
        return false;
      case 'skip':
        return false;
    }
  }

  /** A table in its stored form, or a box; else its words, which is true. */
  private addTable(table: Element): boolean {
    if (isSingleCell(table) && isBox(table, this.style, this.isTyped)) return true;
    if (!this.isPlain() || !isDataTable(table, this.style, this.isTyped)) {
      this.removed.tables += 1;
      return true;
    }
    this.flush();
    for (const caption of childElements(table).filter((one) => localName(one) === 'caption')) {
      this.inline.addText(fullText(caption));
      this.flush();
    }
    const rows = readCells(table, (cell) => this.readCell(cell));
    // An author's empty row is still to be written; a book's only makes room.
    const html = writeTable(this.isTyped ? rows : rows.filter((row) => row.some(hasWords)));
    if (html !== '') this.pushTable(html);
    const pulled = this.pulled.splice(0);
    if (html !== '') this.removed.movedImages += pulled.length;
    for (const picture of pulled) this.pushPicture(picture);
    return false;
  }

  private readCell(cell: Element): string {
    const { calls, style, isTyped, pictures } = this;
    const options = { calls, style, isTyped, isInCell: true, ...(pictures && { pictures }) };
    const reader = new BlockReader(options);
    const read = reader.read(cell);
    this.pulled.push(...reader.pulled);
    addRemovals(this.removed, read.removed);
    this.ids.push(...read.blocks.flatMap(({ ids }) => ids), ...read.trailingIds);
    return read.blocks.map(({ html }) => html).join('<br>');
  }

  private pushTable(html: string): void {
    for (const table of html.split('\n')) {
      this.blocks.push({
        ...separatorBlock(this.takeIds(), this.open.roles, this.open.box),
        kind: 'table',
        html: table,
        lines: textLines(table),
      });
    }
  }

  private pictureHtml(image: Element): string | null {
    if (this.open.heading > 0 || this.open.note > 0) return null;
    if (this.isTyped || !this.pictures) return this.isInCell ? null : storedPictureOf(image);
    // Drop capitals and ornaments are something else.
    if (/^\p{Lu}{1,2}$/u.test(image.attribs.alt ?? '') || isScenePicture(image)) return null;
    const shown = shownPicture(image);
    const found = shown && this.pictures(shown.address);
    return found && bookPictureHtml(image, shown.words, found);
  }

  /** Neither in a heading nor in a note or a cell, where only words may stand. */
  private isPlain(): boolean {
    return !this.isInCell && this.open.heading === 0 && this.open.note === 0;
  }

  private callNote(element: Element, mark: string): void {
    const href = element.attribs.href ?? null;
    this.inline.addNote(this.calls.push({ mark, href, body: null }) - 1);
  }

  /** An inline note is referenced where it is. */
  private readInnerNote(element: Element): void {
    const body = readBlocks(element, { style: this.style, isTyped: this.isTyped }).blocks;
    if (!this.isTyped) this.inline.dropNoteMark();
    this.inline.addNote(this.calls.push({ mark: '', href: null, body }) - 1);
  }

  private addPicture(image: Element): void {
    const picture = this.pictureHtml(image);
    if (picture !== null && this.isInCell) {
      this.pulled.push(picture);
      return;
    }
    if (picture !== null) {
      this.flush();
      this.pushPicture(picture);
      return;
    }
    this.addDropCapital(image);
    if (this.open.heading === 0 && isScenePicture(image)) this.scenePicture = true;
    else this.removed.images += 1;
  }

  private pushPicture(html: string): void {
    const place = separatorBlock(this.takeIds(), this.open.roles);
    this.blocks.push({ ...place, kind: 'picture', html });
  }

  /** A drop capital drawn as an image is the first letter of the chapter. */
  private addDropCapital(image: Element): void {
    const letter = image.attribs.alt ?? '';
    if (/^\p{Lu}{1,2}$/u.test(letter)) this.addText(letter);
  }

  private addText(data: string): void {
    this.inline.addText(data);
    if (this.links > 0) this.linkedCharacters += data.trim().length;
  }

  private enterInline(element: Element, name: string): void {
    this.inline.enter(element, name);
    if (name === 'a' && 'href' in element.attribs && this.calling.at(-1) !== element) {
      this.removed.links += 1;
      this.blockLinks += 1;
      if (isInnerLink(element)) this.links += 1;
    }
    if (isVerseLine(element, name, this.open.poem)) this.inline.softBreak();
  }

  private enterBlock(element: Element, name: string): void {
    if (isPoem(element, name)) this.flush();
    else if (isVerseLine(element, name, this.open.poem)) this.inline.softBreak();
    else if (name === 'td' || name === 'th') this.enterCell(element);
    else this.flush();
    this.open.enter(element, name);
    this.inline.enter(element, name);
    if (name === 'pre') this.inline.preformatted += 1;
    if (name === 'hr') this.pushSeparator();
  }

  /** Cells of one row form one paragraph, unless they contain blocks. */
  private enterCell(element: Element): void {
    const layout = childElements(element, 50).some((child) => blockNames.has(localName(child)));
    if (layout) this.flush();
    else if (this.inline.hasText()) this.addText(' – ');
  }

  private leave(element: Element): void {
    const name = localName(element);
    if (!blockNames.has(name)) {
      this.leaveInline(element, name);
      return;
    }
    if (isVerseLine(element, name, this.open.poem)) this.inline.softBreak();
    else if (name !== 'td' && name !== 'th') this.flush();
    if (name === 'p' && isEmptyParagraph(element)) this.addBlanks(1);
    this.open.leave(element, name);
    this.inline.leave(name);
    if (name === 'pre') this.inline.preformatted -= 1;
  }

  private leaveInline(element: Element, name: string): void {
    this.inline.leave(name);
    if (this.calling.at(-1) === element) {
      this.calling.pop();
      this.callNote(element, '');
    } else if (name === 'a' && 'href' in element.attribs && isInnerLink(element)) this.links -= 1;
    if (isVerseLine(element, name, this.open.poem)) this.inline.softBreak();
  }

  private takeIds(): string[] {
    const ids = this.ids;
    this.ids = [];
    return ids;
  }

  private flush(): void {
    const taken = this.inline.take();
    const paragraphs = tidyRuns(this.isTyped ? taken : withoutNoteBrackets(taken));
    const linked = this.linkedCharacters;
    this.linkedCharacters = 0;
    const edges = blankEdgesOf(taken);
    const isBlank = !paragraphs.some((runs) => isShown(runsToLines(runs).join('')));
    this.addBlanks(isBlank ? blankLinesOf(taken) : edges.before);
    for (const [index, runs] of paragraphs.entries()) {
      if (index > 0) this.addBlanks(1);
      this.push(runs, linked);
    }
    if (!isBlank) this.addBlanks(edges.after);
    if (paragraphs.length > 0) this.blockLinks = 0;
    else if (this.scenePicture) this.pushSeparator();
    this.scenePicture = false;
  }

  /** Blank lines of a book; an author's are what they are. */
  private addBlanks(count: number): void {
    const at = this.blocks.length;
    if (count > 0 && !this.isTyped) this.blanks.set(at, (this.blanks.get(at) ?? 0) + count);
  }

  private pushSeparator(): void {
    this.blocks.push(separatorBlock(this.takeIds(), this.open.roles, this.open.box));
  }

  private push(tidy: Run[], linkedCharacters: number): void {
    const { box, heading, isCentered, lang, note, poem, quote, roles } = this.open;
    const text = runsToLines(tidy).join(' ');
    // An author may give a note a paragraph of its own.
    const isNoted = this.isTyped && heading === 0 && tidy.some(({ kind }) => kind === 'note');
    if (!isNoted && !isShown(text)) return;
    const isItem = this.open.listItem && note === 0;
    const dashed = isItem && heading === 0 && !/^[-–—]/.test(text);
    if (!this.isTyped && isSceneSeparator(dashed ? `– ${text}` : text)) {
      this.blocks.push(separatorBlock(this.takeIds(), roles));
      return;
    }
    const dash: Run = { kind: 'text', text: this.open.itemSign, em: null, strong: null };
    const whole = dashed ? tidyRuns([dash, ...tidy]).flat() : tidy;
    const runs = this.isTyped ? whole : withDashes(whole);
    if (heading === 0) this.open.listItem = false;
    const quoted = heading > 0 ? undefined : quote;
    this.blocks.push({
      kind: heading > 0 ? 'heading' : 'paragraph',
      level: heading,
      lines: runsToLines(runs),
      html: runsToHtml(runs),
      lang,
      verse: poem !== undefined && heading === 0,
      centered: isCentered && poem === undefined && heading === 0,
      box: note > 0 ? 0 : box,
      quote: quoted?.number ?? 0,
      quoteLang: quoted?.lang ?? null,
      ids: this.takeIds(),
      roles,
      linkedCharacters,
      links: this.blockLinks,
      note,
    });
    this.blockLinks = 0;
  }
}

const isShown = (text: string): boolean => /[^\s\u00a0\u200b\u2060]/u.test(text);

const hasWords = ({ html }: { html: string }): boolean => html.trim() !== '';

/** The words of a table, row by row. */
const textLines = (table: string): string[] =>
  table.split('</tr>').flatMap((row) => {
    const words = fullText(
      parseHtml(row.replace(/<(?:\/t[hd]|br)>/g, ' ').replace(noteCallMark, '')),
    );
    return words === '' ? [] : [words];
  });
