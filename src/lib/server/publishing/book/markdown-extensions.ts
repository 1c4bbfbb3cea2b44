/**
 * What writers of Markdown use beyond its core, as the core has it: notes in the sentence (`^[…]`),
 * divisions (`::: box`) and callouts (`> [!NOTE]`). What is not read is named. Each step is one pass.
 */
import { namesBox, namesCentre } from './boxes.ts';
import { isChapterTitle } from './titles.ts';
import { namesVerse } from './element-style.ts';

/** A text with its extensions written as the core has them, and names of what stays as signs. */
export function readExtensions(markdown: string): { text: string; unread: string[] } {
  const text = withReferences(withDivisions(withRules(withoutAttributes(markdown))));
  return { text, unread: unreadIn(text) };
}

const attributes =
  /(?:\{:?[ \t]*(?:(?:[#.][\p{L}\d_][\p{L}\d_:.-]*|[a-z][\w-]*=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+)|-)[ \t]*)+\})+/iu
    .source;
const ofHeading = new RegExp(`^( {0,3}#{1,6} .*?)[ \\t]*${attributes}[ \\t]*#*[ \\t]*$`, 'iu');
const ofSpan = new RegExp(
  `(?<!\\\\)(\\[[^[\\]]{1,1000}\\])(\\([^()\\n]{0,500}\\))?${attributes}`,
  'giu',
);
const ofCode = new RegExp(`(\`)${attributes}`, 'giu');
/** Right after a word or its emphasis: `*mot*{.grand}`. */
const ofWord = /(?<=[\p{L}\p{N}*_.,;:!?…»”)])(?:\{:?[ \t]*(?:[#.]\p{L}[\p{L}\d_:-]*[ \t]*)+\})+/gu;
const alone = new RegExp(`^ {0,3}${attributes}[ \\t]*$`, 'iu');
const atEnd = new RegExp(`[ \\t]*${attributes}[ \\t]*$`, 'iu');
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const fence = /^ {0,3}(?:`{3,}|~{3,})/;

/** Lines outside fenced code, changed; those in it stay. */
function changeLines(
  text: string,
  change: (line: string, next: string, above: string) => string,
): string {
  let isCode = false;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      if (fence.test(line)) isCode = !isCode;
      return isCode || fence.test(line)
        ? line
        : change(line, lines[index + 1] ?? '', lines[index - 1] ?? '');
    })
    .join('\n');
}

/** Without what pandoc and its kin write in braces after titles, words, links and code. */
function withoutAttributes(text: string): string {
  if (!text.includes('{')) return text;
  return changeLines(text, (line, next) => {
    if (alone.test(line)) return '';
    const title = line.replace(ofHeading, '$1');
    const bare = underline.test(next) ? title.replace(atEnd, '') : title;
    return bare
      .replace(ofSpan, (_, words: string, link?: string) =>
        link === undefined ? words.slice(1, -1) : words + link,
      )
      .replace(ofCode, '$1')
      .replace(ofWord, '');
  });
}

const rule = /^(?: {0,3}>)* {0,3}(?:-{3,}|={3,})[ \t]*$/;
const quotation = /^(?: {0,3}>)* ?/;
const sentence = /[.!?…»”"][*_)]*[ \t]*$/u;
/** A longer line is no title, whatever it ends with. */
const titleCharactersMax = 80;

/** A rule right below a sentence, which would make it a title, parts two scenes. */
function withRules(text: string): string {
  const hasTitles = /^ {0,3}#{1,6} /m.test(text);
  const isSentence = (line: string) => {
    const words = line.replace(quotation, '').trim();
    const isLong = line.length > (hasTitles ? titleCharactersMax : titleCharactersMax / 2);
    const reads = hasTitles ? sentence.test(line) || isLong : sentence.test(line) && isLong;
    return words !== '' && reads && !isChapterTitle(words);
  };
  return changeLines(text, (line, _, above) => {
    if (!rule.test(line) || !isSentence(above)) return line;
    const [signs = ''] = quotation.exec(line) ?? [];
    // Signs of a first title are not doubted in a text that has no others.
    return line.includes('=') && !hasTitles ? line : `${signs}\n${signs}---`;
  });
}

const divisionStart = /^ {0,3}:{3,} *([^\s:].{0,200})$/u;
const divisionEnd = /^ {0,3}:{3,} *$/;
const callout = /^ {0,3}> ?\[!([\p{L}-]{2,20})\][-+]?(?: +(.{0,200}))?$/u;
const quoted = /^ {0,3}> ?/;
const admonition =
  /^(?:note|tip|info|hint|important|warning|caution|danger|remarque|astuce|attention)$/i;
/** Deeper ones stay as they are typed. */
const depthMax = 10;

/** Divisions and callouts as HTML around their Markdown; those without an end stay. */
function withDivisions(text: string): string {
  if (!text.includes(':::') && !text.includes('[!')) return text;
  const lines = text.split('\n');
  const open: number[] = [];
  const out = [...lines];
  for (const [index, line] of lines.entries()) {
    if (divisionEnd.test(line)) {
      const start = open.pop();
      if (start === undefined) continue;
      out[start] = startOf(divisionStart.exec(lines[start] ?? '')?.[1] ?? '');
      out[index] = '\n</div>\n';
    } else if (open.length < depthMax && divisionStart.test(line)) open.push(index);
  }
  return withCallouts(out);
}

/** Of `{.box #id}`, `box` or `note Un titre`. */
function startOf(said: string): string {
  const named = said.replace(/ *:{3,}$/, '');
  const isList = named.startsWith('{');
  const [first = '', ...rest] = named.split(/\s+/);
  const names = isList
    ? [...named.matchAll(/\.([\p{L}\d_-]{1,60})/gu)].map(([, name = '']) => name)
    : [first];
  return divisionOf(names, isList ? '' : rest.join(' '));
}

function divisionOf(names: readonly string[], title: string): string {
  const kinds = [
    names.some((name) => admonition.test(name) || namesBox(name)) ? 'box' : '',
    names.some(namesCentre) ? 'centre' : '',
    names.some(namesVerse) ? 'verse' : '',
  ].filter((kind) => kind !== '');
  const head = title === '' ? '' : `**${title}**\n\n`;
  return `\n<div class="${kinds.join(' ')}">\n\n${head}`;
}

function withCallouts(lines: readonly string[]): string {
  const out: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const [, , title = ''] = (isOpen ? null : callout.exec(line)) ?? [];
    if (!isOpen && callout.test(line)) {
      isOpen = true;
      out.push(divisionOf(['box'], title));
    } else if (isOpen && quoted.test(line)) out.push(line.replace(quoted, ''));
    else {
      if (isOpen) out.push('\n</div>\n');
      isOpen = false;
      out.push(line);
    }
  }
  if (isOpen) out.push('\n</div>\n');
  return out.join('\n');
}

const label = 'note en ligne';
/** What would begin a block at the beginning of a note. */
const blockSign = /^(?:[-+*](?=\s)|#{1,6}(?=\s)|>)/;

/** Notes in the sentence as references, with their texts at the end. */
function withReferences(text: string): string {
  const notes = inlineNotes(text);
  if (notes.length === 0) return text;
  const parts: string[] = [];
  const bodies: string[] = [];
  let at = 0;
  for (const [index, { from, to }] of notes.entries()) {
    parts.push(text.slice(at, from), `[^${label} ${index}]`);
    const body = text
      .slice(from + 2, to - 1)
      .replace(/\s+/g, ' ')
      .trim();
    const plain = body.replace(blockSign, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2');
    bodies.push(`[^${label} ${index}]: ${plain}`);
    at = to;
  }
  return `${parts.join('')}${text.slice(at)}\n\n${bodies.join('\n\n')}\n`;
}

/** Outermost ones, with as many brackets closed as opened, within a paragraph. */
function inlineNotes(text: string): { from: number; to: number }[] {
  if (!text.includes('^[')) return [];
  const found: { from: number; to: number }[] = [];
  let open: { at: number; isNote: boolean }[] = [];
  let notes = 0;
  let isBlankLine = false;
  let escapedAt = -1;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if (sign === '\\') escapedAt = index += 1;
    else if (sign === '[') {
      const isNote = text[index - 1] === '^' && escapedAt !== index - 1;
      open.push({ at: index, isNote });
      if (isNote) notes += 1;
    } else if (sign === ']') {
      const last = open.pop();
      if (last?.isNote) {
        notes -= 1;
        const hasWords = text.slice(last.at + 1, Math.min(index, last.at + 200)).trim() !== '';
        if (notes === 0 && hasWords) found.push({ from: last.at - 1, to: index + 1 });
      }
    }
    if (sign === '\n' && isBlankLine) {
      open = [];
      notes = 0;
    }
    if (sign === '\n') isBlankLine = true;
    else if (sign.trim() !== '') isBlankLine = false;
  }
  return found;
}

const unread: readonly [name: string, pattern: RegExp][] = [
  ['tableau en grille («\u00A0+---+\u00A0»)', /^ {0,3}\+(?:[-=:]{2,}\+)+[ \t]*$/m],
  ['bloc «\u00A0:::\u00A0» sans fin', /^ {0,3}:{3,}[^\n]*$/m],
  ['note «\u00A0^[\u00A0» sans fin', /(?<!\\)\^\[/],
  ['lien ou image «\u00A0[[…]]\u00A0»', /\[\[[^[\]\n]{1,200}\]\]/],
];

/** Names of the signs that stay in the text. */
const unreadIn = (text: string): string[] =>
  unread.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
