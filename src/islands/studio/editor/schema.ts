/**
 * The editor's schema of a chapter: the allowed subset of
 * `src/lib/server/publishing/sanitize.ts` and nothing else. Opened and pasted HTML is parsed by
 * these rules, which drop everything else.
 */
import {
  DOMParser as SchemaParser,
  DOMSerializer,
  Schema,
  type Attrs,
  type DOMOutputSpec,
  type Mark,
  type Node,
  type NodeSpec,
} from 'prosemirror-model';
import { blockNodes } from './block-nodes.ts';

const languageOf = (element: HTMLElement): string | null => element.getAttribute('lang') || null;

const markLanguage = (element: HTMLElement): Attrs => ({ lang: languageOf(element) });

const textBlock = (element: HTMLElement): Attrs => ({
  lang: languageOf(element),
  verse: element.classList.contains('verse'),
});

const paragraphOf = (element: HTMLElement): Attrs => ({
  ...textBlock(element),
  centered: element.classList.contains('centered') && !element.classList.contains('verse'),
});

const blockAttributes = ({ attrs }: Node): Record<string, string> => ({
  ...(typeof attrs.lang === 'string' && { lang: attrs.lang }),
  ...(attrs.verse === true && { class: 'verse' }),
  ...(attrs.centered === true && { class: 'centered' }),
});

const markAttributes = ({ attrs }: Mark): Record<string, string> =>
  typeof attrs.lang === 'string' ? { lang: attrs.lang } : {};

const textBlockAttrs = { lang: { default: null }, verse: { default: false } } as const;
const language = { lang: { default: null } } as const;

/** A base and its reading, as in `<ruby>漢<rt>kan</rt></ruby>`. */
export type RubyPair = readonly [base: string, reading: string];

export const chapterSchema = new Schema({
  nodes: {
    doc: { content: '(block | outer)+' },
    paragraph: {
      group: 'block',
      // Only paragraphs may contain notes.
      content: '(inline | note)*',
      attrs: { ...textBlockAttrs, centered: { default: false } },
      parseDOM: [{ tag: 'p', getAttrs: paragraphOf }],
      toDOM: (node): DOMOutputSpec => ['p', blockAttributes(node), 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { ...language, level: { default: 2 } },
      defining: true,
      // A page's h1 becomes a heading like others; levels below the third are merged.
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag, index) => ({
        tag,
        getAttrs: (element) => ({ lang: languageOf(element), level: index < 2 ? 2 : 3 }),
      })),
      toDOM: (node): DOMOutputSpec => [`h${String(node.attrs.level)}`, blockAttributes(node), 0],
    },
    blockquote: {
      group: 'block',
      // The server takes all else out of it.
      content: 'paragraph+',
      attrs: textBlockAttrs,
      defining: true,
      parseDOM: [{ tag: 'blockquote', getAttrs: textBlock }],
      toDOM: (node): DOMOutputSpec => ['blockquote', blockAttributes(node), 0],
    },
    scene_separator: {
      group: 'block',
      parseDOM: [{ tag: 'hr' }],
      toDOM: (): DOMOutputSpec => ['hr'],
    },
    ...blockNodes,
    line_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      leafText: () => '\n',
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
    ruby: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { ...language, pairs: { default: [] }, hasParentheses: { default: false } },
      leafText: ({ attrs }) => (attrs.pairs as RubyPair[]).map(([base]) => base).join(''),
      parseDOM: [
        {
          tag: 'ruby',
          getAttrs: (element) => ({
            lang: languageOf(element),
            pairs: rubyPairs(element),
            hasParentheses: element.querySelector('rp') !== null,
          }),
        },
      ],
      toDOM: drawRuby,
    },
    note: {
      inline: true,
      atom: true,
      /** The note's paragraphs, as written by `noteHtml`. */
      attrs: { html: {} },
      leafText: () => '',
      parseDOM: [
        {
          tag: 'sup[data-note]',
          getAttrs: ({ dataset }) => {
            const html = noteHtml(parseNote(dataset.note ?? ''));
            return html === '' ? false : { html };
          },
        },
      ],
      toDOM: ({ attrs }): DOMOutputSpec => {
        const html = String(attrs.html);
        return ['sup', { 'data-note': html, title: parseNote(html).textContent }];
      },
    },
    text: { group: 'inline' },
  },
  // `data-paste` may say both, and of a paragraph: what it is reads on (`paste/clean-paste.ts`).
  marks: {
    em: {
      attrs: language,
      parseDOM: [
        { tag: 'em, i', getAttrs: markLanguage },
        { tag: '[data-paste~=italic]', consuming: false, getAttrs: markLanguage },
      ],
      toDOM: (mark): DOMOutputSpec => ['em', markAttributes(mark), 0],
    },
    strong: {
      attrs: language,
      parseDOM: [
        { tag: 'strong, b', getAttrs: markLanguage },
        { tag: '[data-paste~=bold]', consuming: false, getAttrs: markLanguage },
      ],
      toDOM: (mark): DOMOutputSpec => ['strong', markAttributes(mark), 0],
    },
  },
});

const { nodes: nodeSpecs, marks: markSpecs } = chapterSchema.spec;
const specOf = (name: string): NodeSpec => nodeSpecs.get(name) ?? {};

/** The schema of a note: paragraphs of a chapter, without nested notes. */
export const noteSchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { ...specOf('paragraph'), content: 'inline*' },
    line_break: specOf('line_break'),
    ruby: specOf('ruby'),
    text: specOf('text'),
  },
  marks: markSpecs,
});

const noteParser = SchemaParser.fromSchema(noteSchema);
const noteSerializer = DOMSerializer.fromSchema(noteSchema);

/** Accepts any HTML; content disallowed in a note is dropped. */
export function parseNote(html: string): Node {
  // A detached document executes and loads nothing.
  return noteParser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Paragraphs of the allowed subset; '' for an empty note. */
export function noteHtml(doc: Node): string {
  if (doc.textContent.trim() === '') return '';
  const target = document.createElement('div');
  noteSerializer.serializeFragment(doc.content, {}, target);
  return target.innerHTML; // Serializes; nothing is inserted into a page.
}

function rubyPairs(element: HTMLElement): RubyPair[] {
  const pairs: RubyPair[] = [];
  let base = '';
  for (const child of element.childNodes) {
    const words = child.textContent ?? '';
    if (child.nodeName === 'RT') {
      pairs.push([base, words]);
      base = '';
    } else if (child.nodeName !== 'RP') base += words;
  }
  return base === '' ? pairs : [...pairs, [base, '']];
}

function drawRuby({ attrs }: Node): HTMLElement {
  const ruby = document.createElement('ruby');
  if (typeof attrs.lang === 'string') ruby.lang = attrs.lang;
  const part = (name: string, words: string) => {
    const element = document.createElement(name);
    element.textContent = words;
    return element;
  };
  for (const [base, reading] of attrs.pairs as RubyPair[]) {
    ruby.append(base);
    if (reading === '') continue;
    const marks = attrs.hasParentheses === true ? [part('rp', '('), part('rp', ')')] : [];
    const [open, close] = marks;
    ruby.append(...(open ? [open] : []), part('rt', reading), ...(close ? [close] : []));
  }
  return ruby;
}
