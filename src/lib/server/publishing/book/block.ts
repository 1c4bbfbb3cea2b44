import { noteMarker } from '#shared/notes.ts';
import {
  langAttribute,
  noteCallMark,
  runsToHtml,
  runsToLines,
  type NoteTexts,
  type Run,
} from './inline.ts';

/** One block of text: a paragraph, a heading or a scene separator. */
export type Block = {
  kind: 'paragraph' | 'heading' | 'separator';
  /** 1 to 6 for a heading, as in the source; 0 for others. */
  level: number;
  lines: string[];
  html: string;
  lang: string | null;
  verse: boolean;
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

export function separatorBlock(ids: string[] = [], roles: readonly string[] = []): Block {
  const empty = {
    level: 0,
    lines: [],
    html: '',
    lang: null,
    verse: false,
    linkedCharacters: 0,
    links: 0,
    note: 0,
  };
  return { kind: 'separator', ...empty, ...outerQuote, ids, roles };
}

/** A paragraph block from runs that are already tidy. */
export function paragraphBlock(runs: readonly Run[], verse = false): Block {
  return {
    kind: 'paragraph',
    level: 0,
    lines: runsToLines(runs),
    html: runsToHtml(runs),
    lang: null,
    verse,
    ...outerQuote,
    ids: [],
    roles: [],
    linkedCharacters: 0,
    links: 0,
    note: 0,
  };
}

export function blockText(block: Block): string {
  return block.lines.join(' ');
}

function paragraphHtml(block: Block): string {
  const verse = block.verse ? ' class="verse"' : '';
  return `<p${langAttribute(block.lang)}${verse}>${block.html}</p>`;
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

function proseHtml(blocks: readonly Block[]): string {
  const out: string[] = [];
  let openQuote = 0;
  let quotation: string[] = [];
  const closeQuotation = () => {
    if (openQuote !== 0) out.push(`${quotation.join('')}</blockquote>`);
    openQuote = 0;
  };
  let separator = false;
  for (const block of blocks) {
    if (block.kind === 'separator') {
      separator = true;
      continue;
    }
    const isQuoted = block.kind === 'paragraph' && block.quote !== 0;
    if (separator || !isQuoted || block.quote !== openQuote) closeQuotation();
    if (separator && out.length > 0) out.push('<hr>');
    separator = false;
    if (block.kind === 'heading') {
      const name = block.level <= 2 ? 'h2' : 'h3';
      out.push(`<${name}${langAttribute(block.lang)}>${block.html}</${name}>`);
    } else if (!isQuoted) {
      out.push(paragraphHtml(block));
    } else if (openQuote === 0) {
      openQuote = block.quote;
      quotation = [`<blockquote${langAttribute(block.quoteLang)}>`, paragraphHtml(block)];
    } else quotation.push(paragraphHtml(block));
  }
  closeQuotation();
  return out.join('\n');
}
