import type { Block } from './block.ts';
import type { Run } from './inline.ts';
import { leadingMark, noteHtml } from './note-text.ts';
import type { NoteCall, NoteSource, NoteTexts, Place } from './notes.ts';

const bracketed = /^\s*\[(\d{1,4}|\*{1,3})\]\s*\S/;
const callInText = /\s?\[(\d{1,4}|\*{1,3})\]/g;

type Body = { mark: string; at: Place; blocks: Block[] };

/**
 * Notes that no link leads to: pairs each with the first « [12] » before it that has no note yet,
 * which becomes a call. What the book calls a note and nothing calls is counted; a paragraph that
 * only looks like one stays in the text.
 * @returns how many notes nothing calls
 */
export function pairBrackets(
  sources: readonly NoteSource[],
  calls: NoteCall[],
  { texts, settled }: { texts: NoteTexts; settled: Set<Block> },
): number {
  const bodies = findBodies(sources, settled);
  if (bodies.length === 0) return 0;
  const marks = new Set(bodies.map(({ mark }) => mark));
  const own = new Set(bodies.flatMap(({ blocks }) => blocks));
  const waiting = findCalls(sources, marks, (block) => settled.has(block) || own.has(block));
  const keysOf = new Map<Block, Map<string, number[]>>();
  let orphans = 0;
  for (const { mark, at, blocks } of bodies) {
    const queue = waiting.get(mark);
    const next = queue?.places[queue.next];
    if (!queue || !next || !isBefore(next.at, at)) {
      if ((blocks[0]?.note ?? 0) > 0) orphans += 1;
      continue;
    }
    queue.next += 1;
    const key = calls.push({ mark, href: null, body: null }) - 1;
    texts.set(key, noteHtml(blocks, mark));
    for (const block of blocks) settled.add(block);
    const keys = keysOf.get(next.block) ?? new Map<string, number[]>();
    const ofMark = keys.get(mark) ?? [];
    ofMark.push(key);
    keys.set(mark, ofMark);
    keysOf.set(next.block, keys);
  }
  for (const [block, keys] of keysOf) writeCalls(block, keys);
  return orphans;
}

/** Notes as the book marks them, and paragraphs that begin with a mark in brackets. */
function findBodies(sources: readonly NoteSource[], settled: ReadonlySet<Block>): Body[] {
  const bodies: Body[] = [];
  for (const [source, { blocks }] of sources.entries()) {
    let open: Body | null = null;
    for (const [index, block] of blocks.entries()) {
      const continues = open !== null && block.note > 0 && open.blocks[0]?.note === block.note;
      if (!continues) open = null;
      if (settled.has(block) || block.kind !== 'paragraph') continue;
      const text = block.lines[0] ?? '';
      const mark = bracketed.exec(text)?.[1] ?? (block.note > 0 ? leadingMark(text) : '');
      if (open) open.blocks.push(block);
      else if (block.note > 0 || mark !== '') {
        const body = { mark, at: { source, index }, blocks: [block] };
        bodies.push(body);
        if (block.note > 0) open = body;
      }
    }
  }
  return bodies;
}

type Waiting = { places: { block: Block; at: Place }[]; next: number };

/** Where the text writes one of the marks in brackets, in order. */
function findCalls(
  sources: readonly NoteSource[],
  marks: ReadonlySet<string>,
  isNote: (block: Block) => boolean,
): Map<string, Waiting> {
  const waiting = new Map<string, Waiting>();
  for (const [source, { blocks }] of sources.entries()) {
    for (const [index, block] of blocks.entries()) {
      if (block.note > 0 || block.kind === 'separator' || isNote(block)) continue;
      for (const [, mark = ''] of block.html.matchAll(callInText)) {
        if (!marks.has(mark)) continue;
        const queue = waiting.get(mark) ?? { places: [], next: 0 };
        queue.places.push({ block, at: { source, index } });
        waiting.set(mark, queue);
      }
    }
  }
  return waiting;
}

function isBefore(one: Place, other: Place): boolean {
  return one.source < other.source || (one.source === other.source && one.index < other.index);
}

const callAtEnd = /((?:\u0001\d+\u0001)+)((?:<\/(?:em|strong)>)+)/g;
const callAtBeginning = / ?((?:<(?:em|strong)(?: [^>]*)?>)+)((?:\u0001\d+\u0001)+)/g;

/** As `runsToHtml` writes a call at the beginning or the end of a stretch of emphasis: outside. */
function outOfEmphasis(html: string): string {
  return html.replace(callAtEnd, '$2$1').replace(callAtBeginning, '$2$1');
}

/** The first marks of the block become calls, in order; marks without a key stay. */
function writeCalls(block: Block, keys: ReadonlyMap<string, number[]>): void {
  const next = new Map<string, number>();
  block.html = block.html.replace(callInText, (whole, mark: string) => {
    const used = next.get(mark) ?? 0;
    const key = keys.get(mark)?.[used];
    if (key === undefined) return whole;
    next.set(mark, used + 1);
    return `\u0001${key}\u0001`;
  });
  block.html = outOfEmphasis(block.html);
  const left = new Map(next);
  block.lines = block.lines.map((line) =>
    line.replace(callInText, (whole, mark: string) => {
      const count = left.get(mark) ?? 0;
      left.set(mark, count - 1);
      return count > 0 ? '' : whole;
    }),
  );
}

/** The brackets around a link that calls a note go with it: « [<a>12</a>] ». */
export function withoutNoteBrackets(runs: readonly Run[]): readonly Run[] {
  if (!runs.some(({ kind }) => kind === 'note')) return runs;
  const bare = runs.map((run) => ({ ...run }));
  for (const [index, run] of bare.entries()) {
    const before = bare[index - 1];
    const after = bare[index + 1];
    if (run.kind !== 'note' || before?.kind !== 'text' || after?.kind !== 'text') continue;
    if (!/[[(]\s*$/.test(before.text.slice(-8)) || !/^\s*[\])]/.test(after.text.slice(0, 8)))
      continue;
    before.text = before.text.trimEnd().slice(0, -1);
    after.text = after.text.trimStart().slice(1);
  }
  return bare;
}
