import { escapeHtml } from '#server/core/escape-html.ts';
import { isLanguageTag } from '#shared/site/languages.ts';

/**
 * The inline content of a block as a flat list of runs. Serialising runs instead of
 * copying tags is what makes the output safe: only the names written here can appear.
 */
export type Run =
  | { kind: 'text'; text: string; em: string | null; strong: string | null }
  | { kind: 'ruby'; html: string; text: string; em: string | null; strong: string | null }
  /** A note reference: `key` identifies it (see `notes.ts`). */
  | { kind: 'note'; key: number }
  | { kind: 'break' };

/** A note reference in a block's HTML; text never contains this character. */
export const noteCallMark = /\u0001(\d+)\u0001/g;

/** Paragraphs of the matched notes, as `<p>…</p>`, by the key of their reference. */
export type NoteTexts = Map<number, string>;

/** Breaking white space only: no-break spaces carry French typography and stay. */
const whiteSpace = /[ \t\n\r\f\v\u0085\u2028\u2029]+/g;
const unwanted =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\ufeff\u202d\u202e\ufffe\uffff]/g;

/**
 * A lone combining solidus would compose with the `>` of a tag when the whole HTML is
 * normalised.
 */
const loneSolidus = /\u0338/g;

/** Collapses white space, drops control characters and soft hyphens, composes accents. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(unwanted, '').replace(whiteSpace, ' ').normalize('NFC');
}

/** ` lang="…"` when the tag is well formed, else nothing. */
export function langAttribute(lang: string | null): string {
  return lang !== null && isLanguageTag(lang) ? ` lang="${lang}"` : '';
}

/**
 * Tidies runs: one space between words whatever the tags, none at the edges or around breaks,
 * adjacent runs of the same style merged. Two or more breaks separate paragraphs.
 */
export function tidyRuns(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [];
  let current: Run[] = [];
  let breaks = 0;
  let spaceBefore = true;
  let spaceBeforeNote = false;
  for (const run of runs) {
    if (run.kind === 'break') {
      breaks += 1;
      spaceBefore = true;
      continue;
    }
    let text = run.kind === 'note' ? '' : run.text;
    if (run.kind === 'text') {
      text = text
        .toWellFormed()
        .normalize('NFC')
        .replace(loneSolidus, '')
        .replace(unwanted, '')
        .replace(whiteSpace, ' ');
      if (spaceBefore && text.startsWith(' ')) text = text.slice(1);
      if (text === '') continue;
      if (spaceBeforeNote && /^[\p{L}\p{N}]/u.test(text)) text = ` ${text}`;
      spaceBeforeNote = false;
    }
    if (breaks > 0) {
      trimEnd(current);
      if (breaks > 1 && current.length > 0) {
        paragraphs.push(current);
        current = [];
      } else if (current.length > 0) current.push({ kind: 'break' });
      breaks = 0;
    }
    if (run.kind === 'note') spaceBeforeNote = trimSpace(current);
    else spaceBeforeNote = false;
    spaceBefore = run.kind === 'text' && text.endsWith(' ');
    append(current, run.kind === 'text' ? { ...run, text } : run);
  }
  trimEnd(current);
  if (current.length > 0) paragraphs.push(current);
  return paragraphs.map((paragraph) => oneSpaceAfterDash(composeAccents(paragraph)));
}

/** A dialogue dash and the spaces after it, one of them a no-break space. */
const dashAndBlanks = /^([—–])(?=[ \u00a0\u202f]{2})[ ]*[\u00a0\u202f][ \u00a0\u202f]*/;

/** Some files have two no-break spaces after the dash of a line of dialogue: one is kept. */
function oneSpaceAfterDash(paragraph: Run[]): Run[] {
  return paragraph.map((run, index) =>
    run.kind === 'text' && (index === 0 || paragraph[index - 1]?.kind === 'break')
      ? { ...run, text: run.text.replace(dashAndBlanks, '$1\u00a0') }
      : run,
  );
}

function append(current: Run[], run: Exclude<Run, { kind: 'break' }>): void {
  const last = current.at(-1);
  if (run.kind === 'text') {
    const blank = run.text === ' ';
    const em = blank ? null : run.em;
    const strong = blank ? null : run.strong;
    if (last?.kind === 'text' && last.em === em && last.strong === strong) {
      last.text += run.text;
      return;
    }
    current.push({ kind: 'text', text: run.text, em, strong });
    return;
  }
  current.push(run);
}

/** Nothing separates a reference from its word. */
function trimSpace(current: Run[]): boolean {
  const last = current.at(-1);
  if (last?.kind !== 'text' || !last.text.endsWith(' ')) return false;
  last.text = last.text.slice(0, -1);
  return true;
}

function trimEnd(current: Run[]): void {
  for (;;) {
    const last = current.at(-1);
    if (last?.kind === 'text') {
      if (last.text.endsWith(' ')) last.text = last.text.slice(0, -1);
      if (last.text !== '') return;
      current.pop();
    } else if (last?.kind === 'break') current.pop();
    else return;
  }
}

/** Composed again: a soft hyphen may have separated a letter from its accent. */
function composeAccents(paragraph: Run[]): Run[] {
  return paragraph.map((run) =>
    run.kind === 'text' ? { ...run, text: run.text.normalize('NFC') } : run,
  );
}

/** HTML of tidy runs: text, `em`, `strong`, `br`, `ruby` and note references only. */
export function runsToHtml(runs: readonly Run[]): string {
  const open: { name: 'em' | 'strong'; lang: string }[] = [];
  let html = '';
  const close = () => {
    const tag = open.pop();
    if (tag) html += `</${tag.name}>`;
  };
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'break') {
      html += '<br>';
      continue;
    }
    if (run.kind === 'note') {
      // A reference at the end of emphasis is moved after it.
      const next = runs.slice(index + 1).find(({ kind }) => kind !== 'note');
      const goesOn = (tag: (typeof open)[number]) =>
        next !== undefined && 'em' in next && next[tag.name] === tag.lang;
      while (open.some((tag) => !goesOn(tag))) close();
      html += `\u0001${run.key}\u0001`;
      continue;
    }
    while (open.some((tag) => run[tag.name] !== tag.lang)) close();
    for (const name of ['strong', 'em'] as const) {
      const lang = run[name];
      if (lang === null || open.some((tag) => tag.name === name)) continue;
      html += `<${name}${langAttribute(lang)}>`;
      open.push({ name, lang });
    }
    html += run.kind === 'ruby' ? run.html : escapeHtml(run.text);
  }
  while (open.length > 0) close();
  return html;
}

/** Plain text of the lines between breaks. */
export function runsToLines(runs: readonly Run[]): string[] {
  const lines: string[] = [];
  let current = '';
  for (const run of runs) {
    if (run.kind === 'break') {
      lines.push(current);
      current = '';
    } else if (run.kind !== 'note') current += run.text;
  }
  lines.push(current);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Two hyphens, or three, are a dash; at the beginning of a line a space follows it. */
export function withDashes(runs: readonly Run[]): Run[] {
  return runs.map((run, index) => {
    if (run.kind !== 'text' || !run.text.includes('--')) return run;
    const begins = index === 0 || runs[index - 1]?.kind === 'break';
    const text = begins ? run.text.replace(/^([«"“\s]{0,4})-{2,3}(?!-)\s*/, '$1— ') : run.text;
    return { ...run, text: text.replace(/(?<!-)-{2,3}(?!-)/g, '—') };
  });
}
