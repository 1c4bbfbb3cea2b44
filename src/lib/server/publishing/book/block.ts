import { noteMarker } from '#shared/text/notes.ts';
import {
  langAttribute,
  noteCallMark,
  runsToHtml,
  runsToLines,
  type NoteTexts,
  type Run,
} from './inline.ts';

/** A paragraph, a heading, a scene separator, or a table or a picture in their stored form. */
export type Block = {
  kind: 'paragraph' | 'heading' | 'separator' | 'table' | 'picture';
  /** 1 to 6 for a heading, as in the source; 0 for others. */
  level: number;
  lines: string[];
  html: string;
  lang: string | null;
  verse: boolean;
  centered: boolean;
  /** Blocks of one box share a number; 0 outside boxes. */
  box: number;
  /** Blocks of one quotation share a number; 0 outside quotations. */
  quote: number;
  quoteLang: string | null;
  /** Anchors at or in this block. */
  ids: string[];
  /** Semantics and classes of what encloses the block ("toc", "dedication"…). */
  roles: readonly string[];
  /** Characters that are text of links inside the book. */
  linkedCharacters: number;
  links: number;
  /** Blocks of one footnote share a number; 0 outside footnotes. */
  note: number;
};

const outerQuote = { quote: 0, quoteLang: null };

const plain = {
  level: 0,
  lang: null,
  verse: false,
  centered: false,
  box: 0,
  linkedCharacters: 0,
  links: 0,
  note: 0,
};

export function separatorBlock(ids: string[] = [], roles: readonly string[] = [], box = 0): Block {
  return { kind: 'separator', ...plain, ...outerQuote, lines: [], html: '', ids, roles, box };
}

/** A paragraph block from runs that are already tidy. */
export function paragraphBlock(runs: readonly Run[], verse = false): Block {
  return {
    kind: 'paragraph',
    ...plain,
    ...outerQuote,
    lines: runsToLines(runs),
    html: runsToHtml(runs),
    verse,
    ids: [],
    roles: [],
  };
}

export function blockText(block: Block): string {
  return block.lines.join(' ');
}

function paragraphHtml(block: Block): string {
  const style = block.verse ? ' class="verse"' : block.centered ? ' class="centered"' : '';
  return `<p${langAttribute(block.lang)}${style}>${block.html}</p>`;
}

/**
 * Chapter HTML, one block per line; separators at the edges or doubled are dropped,
 * paragraphs of one quotation share a `blockquote`. Notes stand at the end.
 */
export function blocksToHtml(blocks: readonly Block[], notes: NoteTexts = noNotes): string {
  return withNotes(proseHtml(blocks), notes);
}

const noNotes: NoteTexts = new Map();

/**
 * Numbers the note references in order, and appends the referenced notes after all other blocks.
 */
function withNotes(html: string, notes: NoteTexts): string {
  const called: string[] = [];
  const prose = html.replace(noteCallMark, (_, key: string) => {
    const text = notes.get(Number(key));
    return text === undefined ? '' : noteMarker(called.push(text));
  });
  const asides = called.map((text, index) => `<aside id="note-${index + 1}">${text}</aside>`);
  return [prose, ...asides].join('\n');
}

/** A quotation or a box, whose blocks stand on one line. */
type Enclosure = { key: string; start: string; end: string };

function enclosureOf({ kind, box, quote, quoteLang }: Block): Enclosure | null {
  if (box !== 0) return { key: `box ${box}`, start: '<div class="box">', end: '</div>' };
  if (kind !== 'paragraph' || quote === 0) return null;
  const start = `<blockquote${langAttribute(quoteLang)}>`;
  return { key: `quote ${quote}`, start, end: '</blockquote>' };
}

function blockHtml(block: Block): string {
  if (block.kind === 'table' || block.kind === 'picture') return block.html;
  if (block.kind !== 'heading') return paragraphHtml(block);
  const name = block.level <= 2 ? 'h2' : 'h3';
  return `<${name}${langAttribute(block.lang)}>${block.html}</${name}>`;
}

function proseHtml(blocks: readonly Block[]): string {
  const out: string[] = [];
  let open: Enclosure | null = null;
  let inside: string[] = [];
  const close = () => {
    if (open) out.push(open.start + inside.join('') + open.end);
    open = null;
    inside = [];
  };
  let separator: Block | null = null;
  for (const block of blocks) {
    if (block.kind === 'separator') {
      separator = block;
      continue;
    }
    const enclosure = enclosureOf(block);
    const goesOn: boolean = enclosure !== null && open !== null && enclosure.key === open.key;
    // A separator within a box stays there; it ends a quotation.
    const isInner = goesOn && block.box !== 0;
    if (!goesOn || (separator && !isInner)) close();
    if (separator && isInner) inside.push('<hr>');
    else if (separator && out.length > 0) out.push('<hr>');
    separator = null;
    if (enclosure) {
      open ??= enclosure;
      inside.push(blockHtml(block));
    } else out.push(blockHtml(block));
  }
  close();
  return out.join('\n');
}
