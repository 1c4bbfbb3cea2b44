/**
 * What a chapter may consist of, as the editor knows it: the allowed subset of
 * `src/lib/server/publishing/sanitize.ts` and nothing else. Whatever is opened or pasted is read by
 * these rules; a paste from Word or a web page loses here what no chapter has.
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

const languageOf = (element: HTMLElement): string | null => element.getAttribute('lang') || null;

const textBlock = (element: HTMLElement): Attrs => ({
  lang: languageOf(element),
  verse: element.classList.contains('verse'),
});

const blockAttributes = ({ attrs }: Node): Record<string, string> => ({
  ...(typeof attrs.lang === 'string' && { lang: attrs.lang }),
  ...(attrs.verse === true && { class: 'verse' }),
});

const markAttributes = ({ attrs }: Mark): Record<string, string> =>
  typeof attrs.lang === 'string' ? { lang: attrs.lang } : {};

const textBlockAttrs = { lang: { default: null }, verse: { default: false } } as const;
const language = { lang: { default: null } } as const;

/** A base and its reading, as in `<ruby>漢<rt>kan</rt></ruby>`. */
export type RubyPair = readonly [base: string, reading: string];

export const chapterSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      // Notes stand in paragraphs alone.
      content: '(inline | note)*',
      attrs: textBlockAttrs,
      parseDOM: [{ tag: 'p', getAttrs: textBlock }],
      toDOM: (node): DOMOutputSpec => ['p', blockAttributes(node), 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { ...language, level: { default: 2 } },
      defining: true,
      // A page's own title is a heading like others here; below the third level nothing is told apart.
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag, index) => ({
        tag,
        getAttrs: (element) => ({ lang: languageOf(element), level: index < 2 ? 2 : 3 }),
      })),
      toDOM: (node): DOMOutputSpec => [`h${String(node.attrs.level)}`, blockAttributes(node), 0],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
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
      /** The note's paragraphs, as `noteHtml` writes them. */
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
  // `data-paste` may say both, and of a paragraph: what it is reads on (`clean-paste.ts`).
  marks: {
    em: {
      attrs: language,
      parseDOM: [
        { tag: 'em', getAttrs: (element) => ({ lang: languageOf(element) }) },
        { tag: 'i' },
        { tag: '[data-paste~=italic]', consuming: false },
      ],
      toDOM: (mark): DOMOutputSpec => ['em', markAttributes(mark), 0],
    },
    strong: {
      attrs: language,
      parseDOM: [
        { tag: 'strong', getAttrs: (element) => ({ lang: languageOf(element) }) },
        { tag: 'b' },
        { tag: '[data-paste~=bold]', consuming: false },
      ],
      toDOM: (mark): DOMOutputSpec => ['strong', markAttributes(mark), 0],
    },
  },
});

const { nodes: nodeSpecs, marks: markSpecs } = chapterSchema.spec;
const specOf = (name: string): NodeSpec => nodeSpecs.get(name) ?? {};

/** What a note may consist of: paragraphs of a chapter, without notes of their own. */
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

/** Takes any HTML; what no note may have is not in the document. */
export function parseNote(html: string): Node {
  // A document of its own runs and loads nothing.
  return noteParser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Paragraphs of the allowed subset; '' for a note without a word. */
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
