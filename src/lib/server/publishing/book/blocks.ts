import type { Block } from './block.ts';
import { isSceneSeparator, separatorBlock } from './block.ts';
import {
  blockNames,
  holdsBreak,
  isEmphasis,
  isInnerLink,
  isPoem,
  isStrength,
  isVerseLine,
  languageOf,
  type Poem,
  raiseDigits,
} from './element-style.ts';
import { countNotes, elementKind, semantics } from './element-kinds.ts';
import type { Run } from './inline.ts';
import { runsToHtml, runsToLines, tidyRuns } from './inline.ts';
import type { Document, Element, Node } from './markup.ts';
import { childElements, isElement, isText, localName, tokens, walk } from './markup.ts';
import { noRemovals, type Removals } from './removals.ts';
import { readRuby } from './ruby.ts';

export type BlockList = {
  blocks: Block[];
  /** Anchors after the last block. */
  trailingIds: string[];
  removed: Removals;
};

/** Turns a parsed document into blocks of the allowed subset, in one pass. */
export function readBlocks(root: Document | Element): BlockList {
  return new BlockReader().read(root);
}

const noRoles: readonly string[] = [];
/** Real books have a dozen; more is an attempt to fill the memory. */
const maxRoles = 60;

class BlockReader {
  private readonly blocks: Block[] = [];
  private readonly removed = noRemovals();
  private noteReferences = 0;
  private noteBodies = 0;
  private runs: Run[] = [];
  private ids: string[] = [];
  private readonly em: string[] = [];
  private readonly strong: string[] = [];
  private readonly quotes: { number: number; lang: string | null }[] = [];
  private quoteCount = 0;
  private readonly poems: Poem[] = [];
  /** Roles in force, one list per open block; equal lists are shared. */
  private readonly roles: (readonly string[])[] = [];
  private heading = 0;
  private lang: string | null = null;
  private listItem = false;
  private links = 0;
  private linkedCharacters = 0;
  private blockLinks = 0;
  private preformatted = 0;
  private superscript = 0;

  read(root: Document | Element): BlockList {
    walk(
      root,
      (node) => this.enter(node),
      (element) => this.leave(element),
    );
    this.flush();
    this.removed.footnotes = Math.max(this.noteReferences, this.noteBodies);
    return { blocks: this.blocks, trailingIds: this.ids, removed: this.removed };
  }

  private enter(node: Node): boolean {
    if (isText(node)) this.addText(node.data);
    if (!isElement(node)) return 'children' in node;
    const id = node.attribs.id ?? node.attribs['xml:id'] ?? node.attribs.name;
    if (id !== undefined && id !== '') this.ids.push(id);
    if (!this.keep(node)) return false;
    const name = localName(node);
    if (name === 'br') {
      this.runs.push({ kind: 'break' });
      return false;
    }
    if (name === 'ruby') {
      this.addRuby(node);
      return false;
    }
    if (blockNames.has(name)) this.enterBlock(node, name);
    else this.enterInline(node, name);
    return true;
  }

  /** Counts what is left out; false when the element does not enter the text. */
  private keep(element: Element): boolean {
    switch (elementKind(element)) {
      case 'content':
        return true;
      case 'table':
        this.removed.tables += 1;
        return true;
      case 'image':
        this.removed.images += 1;
        this.addDropCapital(element);
        return false;
      case 'script':
        this.removed.scripts += 1;
        return false;
      case 'other':
        this.removed.other += 1;
        return false;
      case 'footnote-reference':
        this.noteReferences += 1;
        return false;
      case 'footnote-body':
        this.noteBodies += countNotes(element);
        this.dropNoteMark();
        return false;
      case 'skip':
        return false;
    }
  }

  /** A drop capital drawn as an image is the first letter of the chapter. */
  private addDropCapital(image: Element): void {
    const letter = image.attribs.alt ?? '';
    if (/^\p{Lu}{1,2}$/u.test(letter)) this.addText(letter);
  }

  /** A note set in the sentence follows its own mark: « Sheppard(1) ». */
  private dropNoteMark(): void {
    const last = this.runs.at(-1);
    if (last?.kind === 'text') last.text = last.text.replace(/\s?[([]\d{1,3}[)\]]$/, '');
  }

  private addText(data: string): void {
    const em = this.em.at(-1) ?? null;
    const strong = this.strong.at(-1) ?? null;
    const lines = this.preformatted > 0 ? data.split(/\r?\n/) : [data];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.runs.push({ kind: 'break' });
      const text = this.superscript > 0 ? raiseDigits(line) : line;
      this.runs.push({ kind: 'text', text, em, strong });
    }
    if (this.links > 0) this.linkedCharacters += data.trim().length;
  }

  private addRuby(element: Element): void {
    const ruby = readRuby(element);
    const em = this.em.at(-1) ?? null;
    const strong = this.strong.at(-1) ?? null;
    if (ruby.html === '') this.addText(ruby.text);
    else this.runs.push({ kind: 'ruby', ...ruby, em, strong });
  }

  private enterInline(element: Element, name: string): void {
    const lang = languageOf(element) ?? '';
    if (isEmphasis(element, name)) this.em.push(lang || (this.em.at(-1) ?? ''));
    if (isStrength(element, name)) this.strong.push(lang || (this.strong.at(-1) ?? ''));
    if (name === 'sup') this.superscript += 1;
    if (name === 'a' && 'href' in element.attribs) {
      this.removed.links += 1;
      this.blockLinks += 1;
      if (isInnerLink(element)) this.links += 1;
    }
    if (isVerseLine(element, name, this.poems.at(-1))) this.softBreak();
  }

  private enterBlock(element: Element, name: string): void {
    const poem = this.poems.at(-1);
    if (isPoem(element, name)) {
      this.flush();
      const mode = childElements(element).length > 0 && holdsBreak(element) ? 'stanzas' : 'lines';
      this.poems.push({ mode, element });
    } else if (isVerseLine(element, name, poem)) this.softBreak();
    else if (name === 'td' || name === 'th') this.enterCell(element);
    else this.flush();
    const roles = [...semantics(element), ...tokens(element.attribs.class)];
    const enclosing = this.currentRoles();
    this.roles.push(roles.length === 0 ? enclosing : [...enclosing, ...roles].slice(0, maxRoles));
    if (/^h[1-6]$/.test(name)) this.heading = Number(name[1]);
    if (name === 'li') this.listItem = true;
    if (name === 'pre') this.preformatted += 1;
    if (name === 'hr') this.blocks.push(separatorBlock(this.takeIds(), this.currentRoles()));
    if (name === 'p' || this.heading > 0) this.lang = languageOf(element) ?? this.lang;
    if (name === 'blockquote') {
      if (this.quotes.length === 0) this.quoteCount += 1;
      this.quotes.push({ number: this.quoteCount, lang: languageOf(element) });
    }
  }

  /** Cells of one row are one paragraph, unless they hold blocks of their own. */
  private enterCell(element: Element): void {
    const layout = childElements(element, 50).some((child) => blockNames.has(localName(child)));
    if (layout) this.flush();
    else if (this.runs.some((run) => run.kind !== 'break' && run.text.trim() !== ''))
      this.addText(' – ');
  }

  private leave(element: Element): void {
    const name = localName(element);
    if (!blockNames.has(name)) {
      this.leaveInline(element, name);
      return;
    }
    const poem = this.poems.at(-1);
    if (poem?.element === element) {
      this.flush();
      this.poems.pop();
    } else if (isVerseLine(element, name, poem)) this.softBreak();
    else if (name !== 'td' && name !== 'th') this.flush();
    this.roles.pop();
    if (/^h[1-6]$/.test(name)) this.heading = 0;
    if (name === 'p' || /^h[1-6]$/.test(name)) this.lang = null;
    if (name === 'li') this.listItem = false;
    if (name === 'pre') this.preformatted -= 1;
    if (name === 'blockquote') this.quotes.pop();
  }

  private leaveInline(element: Element, name: string): void {
    if (isEmphasis(element, name)) this.em.pop();
    if (isStrength(element, name)) this.strong.pop();
    if (name === 'sup') this.superscript -= 1;
    if (name === 'a' && 'href' in element.attribs && isInnerLink(element)) this.links -= 1;
    if (isVerseLine(element, name, this.poems.at(-1))) this.softBreak();
  }

  private currentRoles(): readonly string[] {
    return this.roles.at(-1) ?? noRoles;
  }

  private softBreak(): void {
    const last = this.runs.findLast((run) => run.kind !== 'text' || run.text.trim() !== '');
    if (last !== undefined && last.kind !== 'break') this.runs.push({ kind: 'break' });
  }

  private takeIds(): string[] {
    const ids = this.ids;
    this.ids = [];
    return ids;
  }

  private flush(): void {
    const paragraphs = tidyRuns(this.runs);
    const linked = this.linkedCharacters;
    this.runs = [];
    this.linkedCharacters = 0;
    for (const runs of paragraphs) this.push(runs, linked);
    if (paragraphs.length > 0) this.blockLinks = 0;
  }

  private push(tidy: Run[], linkedCharacters: number): void {
    const text = runsToLines(tidy).join(' ');
    if (!/[^\s\u00a0\u200b\u2060]/u.test(text)) return;
    const roles = this.currentRoles();
    const dashed = this.listItem && this.heading === 0 && !/^[-–—]/.test(text);
    const signs = isSceneSeparator(dashed ? `– ${text}` : text);
    if (signs || (this.heading > 0 && /^[\s§]+$/.test(text))) {
      this.blocks.push(separatorBlock(this.takeIds(), roles));
      return;
    }
    const dash: Run = { kind: 'text', text: '– ', em: null, strong: null };
    const runs = dashed ? tidyRuns([dash, ...tidy]).flat() : tidy;
    if (this.heading === 0) this.listItem = false;
    const quote = this.heading > 0 ? undefined : this.quotes[0];
    this.blocks.push({
      kind: this.heading > 0 ? 'heading' : 'paragraph',
      level: this.heading,
      lines: runsToLines(runs),
      html: runsToHtml(runs),
      lang: this.lang,
      verse: this.poems.length > 0 && this.heading === 0,
      quote: quote?.number ?? 0,
      quoteLang: quote?.lang ?? null,
      ids: this.takeIds(),
      roles,
      linkedCharacters,
      links: this.blockLinks,
    });
    this.blockLinks = 0;
  }
}
