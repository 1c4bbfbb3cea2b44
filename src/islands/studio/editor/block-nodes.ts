/**
 * Tables, boxes and pictures in the editor's schema, as `src/lib/shared/text/text-blocks.ts` and
 * `text-pictures.ts` describe them.
 */
import {
  DOMParser,
  Fragment,
  type DOMOutputSpec,
  type NodeSpec,
  type Schema,
} from 'prosemirror-model';
import { tableLimits } from '#shared/text/text-blocks.ts';
import { pictureHash, type TextPicture } from '#shared/text/text-pictures.ts';

export const blockNodes = {
  box: {
    group: 'outer',
    content: '(paragraph | heading | table | scene_separator)+',
    defining: true,
    parseDOM: [{ tag: 'div.box' }],
    toDOM: (): DOMOutputSpec => ['div', { class: 'box' }, 0],
  },
  table: {
    group: 'outer',
    content: 'table_row+',
    isolating: true,
    parseDOM: [
      {
        tag: 'table',
        getContent: (element, schema) => readRows(element as HTMLElement, schema),
      },
    ],
    toDOM: (): DOMOutputSpec => ['table', 0],
  },
  picture: {
    group: 'outer',
    atom: true,
    attrs: { hash: {}, alt: {}, width: {}, height: {} },
    parseDOM: [
      {
        tag: 'figure',
        getAttrs: (element) => pictureOf(element.querySelector('img')),
      },
      { tag: 'img', getAttrs: (element) => pictureOf(element as HTMLImageElement) },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => {
      const { hash, alt, width, height } = attrs as TextPicture;
      const image = { 'data-picture': hash, alt, width: String(width), height: String(height) };
      return ['figure', ['img', image]];
    },
  },
  table_row: {
    content: 'table_cell+',
    parseDOM: [{ tag: 'tr' }],
    toDOM: (): DOMOutputSpec => ['tr', 0],
  },
  table_cell: {
    content: '(inline | note)*',
    attrs: { isHeader: { default: false } },
    isolating: true,
    parseDOM: [
      { tag: 'td', getAttrs: () => ({ isHeader: false }) },
      { tag: 'th', getAttrs: () => ({ isHeader: true }) },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [attrs.isHeader === true ? 'th' : 'td', 0],
  },
} satisfies Record<string, NodeSpec>;

/**
 * Names of pictures that the server does not have: yet (`picture-queue.ts`), or because it refused them.
 * No saved text has them.
 */
const localName = /^(?:unsent|refused)-[\da-f-]{36}$/;

export const isLocal = (hash: unknown): boolean => typeof hash === 'string' && localName.test(hash);
export const isUnsent = (hash: unknown): boolean => isLocal(hash) && !isRefused(hash);
export const isRefused = (hash: unknown): boolean =>
  typeof hash === 'string' && hash.startsWith('refused-');
export const unsentName = (): string => `unsent-${crypto.randomUUID()}`;
export const refusedName = (): string => `refused-${crypto.randomUUID()}`;

/** Of a picture whose size is not known yet, in pixels. */
export const unknownSize = { width: 400, height: 300 } as const;

/** A picture of this novel's, or on its way to it; false for any other. */
function pictureOf(image: HTMLImageElement | null): TextPicture | false {
  const hash = image?.dataset.picture ?? '';
  const alt = image?.getAttribute('alt')?.trim() ?? '';
  const [width, height] = ['width', 'height'].map((name) => Number(image?.getAttribute(name)));
  return (pictureHash.test(hash) || isLocal(hash)) && alt !== '' && width && height
    ? { hash, alt, width, height }
    : false;
}

const cellBlocks =
  'p, div, h1, h2, h3, h4, h5, h6, li, blockquote, pre, hr, table, tr, td, th, ul, ol, dl, dt, dd';

/** The rows of any table, with as many cells each; blocks in a cell become its lines. */
function readRows(table: HTMLElement, schema: Schema): Fragment {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const read = rows.map((row) =>
    [...row.children]
      .filter((cell) => /^t[hd]$/.test(cell.localName))
      .flatMap((cell) => readCell(cell, schema)),
  );
  const columns = Math.min(tableLimits.columns, Math.max(1, ...read.map(({ length }) => length)));
  const { table_row, table_cell, line_break } = schema.nodes;
  if (!table_row || !table_cell) return Fragment.empty;
  const full = (read.length > 0 ? read : [[]]).map((cells) => {
    const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () =>
      table_cell.create(),
    );
    // What is beyond the last column goes into it, on lines of its own.
    const beyond = cells.slice(columns - 1).filter(({ childCount }) => childCount > 0);
    const last = Fragment.from(
      beyond.flatMap(({ content }, index) =>
        index > 0 && line_break ? [line_break.create(), ...content.content] : content.content,
      ),
    );
    const stored =
      cells.length <= columns
        ? cells
        : [...cells.slice(0, columns - 1), table_cell.create(cells[columns - 1]?.attrs, last)];
    return table_row.create(null, [...stored, ...missing]);
  });
  return Fragment.from(full);
}

/** The cell, and empty ones for the other columns that it spans. */
function readCell(cell: Element, schema: Schema) {
  const { table_cell } = schema.nodes;
  if (!table_cell) return [];
  const isHeader = cell.localName === 'th';
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const block of copy.querySelectorAll(cellBlocks)) {
    if (block.textContent.trim() !== '') standApart(block);
  }
  const line = document.createElement('p');
  line.append(...inlineOf(copy));
  const parsed = DOMParser.fromSchema(schema).parse(line, {
    topNode: table_cell.create({ isHeader }),
  });
  const span = Math.min(Number(cell.getAttribute('colspan')) || 1, tableLimits.columns);
  const empty = Array.from({ length: Math.max(0, span - 1) }, () =>
    table_cell.create({ isHeader }),
  );
  return [parsed, ...empty];
}

/** Line breaks between a block and what stands before and after it. */
function standApart(block: Element): void {
  const [before, after] = [beside(block, 'previousSibling'), beside(block, 'nextSibling')];
  if (before && !isBreak(before)) block.before(document.createElement('br'));
  // A block that follows has its own before it.
  const isBlock = after instanceof Element && after.matches(cellBlocks);
  if (after && !isBlock && !isBreak(after)) block.after(document.createElement('br'));
}

const isBreak = (node: Node): boolean => node.nodeName === 'BR';

/** What stands next to it that shows. */
function beside(block: Element, side: 'previousSibling' | 'nextSibling'): ChildNode | null {
  let node = block[side];
  while (node && node.textContent?.trim() === '' && !isShown(node)) node = node[side];
  return node;
}

/** Without words of its own. */
const isShown = (node: Node): boolean =>
  isBreak(node) || (node instanceof Element && node.matches('[data-note]'));

/** The words of a cell without its blocks. */
function inlineOf(parent: Element): Node[] {
  return [...parent.childNodes].flatMap((child) => {
    if (!(child instanceof Element)) return [child];
    if (child.matches(`${cellBlocks}, tbody, thead, tfoot`)) return inlineOf(child);
    return [child];
  });
}
