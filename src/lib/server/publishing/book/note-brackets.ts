import type { Block } from './block.ts';
import {
  bracketedMark,
  readBrackets,
  type BracketCall,
  type NoteBody,
  type NoteRun,
  type Spot,
} from './bracket-runs.ts';
import type { NoteTexts, Run } from './inline.ts';
import type { NoteCall, NoteDoubts, NoteSource } from './note-source.ts';
import { noteHtml } from './note-text.ts';

const leftInStory =
  'Des lignes qui commencent comme des notes («\u00A0[1]\u00A0») sont restées dans le récit.';
const takenAsNotes =
  'Des lignes qui commencent par «\u00A0[1]\u00A0» sont devenues des notes\u00A0; elles sont peut-être du récit.';

/**
 * Pairs each note without a link with the first unpaired « [12] » before it, in its own section if
 * there is one; the mark becomes a reference. An unreferenced note that the book marks as one is
 * counted; a paragraph that only looks like one stays in the text, as the choices of a game do.
 * @returns how many notes have no reference
 */
export function pairBrackets(
  sources: readonly NoteSource[],
  calls: NoteCall[],
  { texts, linked, unsure }: { texts: NoteTexts; linked: Set<Block>; unsure: NoteDoubts },
): number {
  const brackets = readBrackets(sources, linked);
  const waiting = new WaitingCalls(brackets.calls);
  const keysOf = new Map<Block, Map<string, number>>();
  let orphans = 0;
  for (const run of brackets.runs) {
    const pairs: Pair[] = [];
    for (const body of run.bodies) {
      const call = waiting.take(body.mark, run.spot);
      if (call) pairs.push({ body, call });
      else if ((body.blocks[0]?.note ?? 0) > 0) orphans += 1;
    }
    if (pairs.length === 0) continue;
    const verdict = judge(run, pairs);
    if (verdict === 'story') {
      const [first] = run.bodies[0]?.blocks ?? [];
      if (first) unsure.set(first, leftInStory);
      // A mark attached to a word or far away may reference another note.
      for (const { call } of pairs) if (call.isAtWord || !isNear(call, run)) waiting.giveBack(call);
      continue;
    }
    for (const { body, call } of pairs) {
      const key = calls.push({ mark: body.mark, href: null, body: null }) - 1;
      texts.set(key, noteHtml(body.blocks, body.mark));
      for (const block of body.blocks) linked.add(block);
      const keys = keysOf.get(call.block) ?? new Map<string, number>();
      keysOf.set(call.block, keys.set(nameOf(call.mark, call.occurrence), key));
      if (verdict === 'unsure') unsure.set(call.block, takenAsNotes);
    }
  }
  for (const [block, keys] of keysOf) writeCalls(block, keys);
  return orphans;
}

type Pair = { body: NoteBody; call: BracketCall };

/**
 * Whether paragraphs that begin with a mark are notes. Those inside the story belong to it, unless
 * each is referenced as only notes are: « mot[12] ».
 */
function judge(run: NoteRun, pairs: readonly Pair[]): 'notes' | 'unsure' | 'story' {
  if (run.isNamed || pairs.every(({ call }) => call.isAtWord)) return 'notes';
  const areNear = pairs.every(({ call }) => isNear(call, run));
  if (run.goesOn && areNear) return 'story';
  if (run.isAlone) return areNear ? 'unsure' : 'notes';
  if (run.isSparse) return 'story';
  const isElsewhere = (call: BracketCall) => call.spot.source !== run.spot.source;
  if (pairs.some(({ call }) => isElsewhere(call)) && !run.isLast) return 'story';
  const isFar = pairs.every(({ call }) => call.spot.section === run.spot.section) && !areNear;
  return isFar ? 'notes' : 'unsure';
}

/** A reference whose note follows within two paragraphs. */
function isNear(call: BracketCall, run: NoteRun): boolean {
  return run.spot.paragraphs - call.spot.paragraphs <= 2;
}

type Queue = { calls: BracketCall[]; next: number };

/** References without a note yet, in reading order. */
class WaitingCalls {
  private readonly queues = new Map<string, Queue>();
  private readonly taken = new Set<BracketCall>();
  /** A reference's positions in its two queues. */
  private readonly places = new Map<BracketCall, [queue: Queue, index: number][]>();

  constructor(calls: readonly BracketCall[]) {
    for (const call of calls) {
      const { mark, spot, isAtWord } = call;
      const places = [inSection(mark, spot, isAtWord), mark].map((name) => {
        const queue = this.queues.get(name) ?? { calls: [], next: 0 };
        this.queues.set(name, queue);
        return [queue, queue.calls.push(call) - 1] satisfies [Queue, number];
      });
      this.places.set(call, places);
    }
  }

  /**
   * The first reference before a note: in its section, preferably attached to a word, else in the
   * book.
   */
  take(mark: string, spot: Spot): BracketCall | null {
    for (const name of [inSection(mark, spot, true), inSection(mark, spot, false), mark]) {
      const call = this.first(name);
      if (!call || !isBefore(call.spot, spot)) continue;
      this.taken.add(call);
      return call;
    }
    return null;
  }

  giveBack(call: BracketCall): void {
    this.taken.delete(call);
    for (const [queue, index] of this.places.get(call) ?? [])
      queue.next = Math.min(queue.next, index);
  }

  private first(name: string): BracketCall | null {
    const queue = this.queues.get(name);
    if (!queue) return null;
    for (; queue.next < queue.calls.length; queue.next += 1) {
      const call = queue.calls[queue.next];
      if (call && !this.taken.has(call)) return call;
    }
    return null;
  }
}

const inSection = (mark: string, { section }: Spot, isAtWord: boolean): string =>
  `${mark} ${section} ${isAtWord}`;

function isBefore(one: Spot, other: Spot): boolean {
  return one.source < other.source || (one.source === other.source && one.index < other.index);
}

const callAtEnd = /((?:\u0001\d+\u0001)+)((?:<\/(?:em|strong)>)+)/g;
const callAtBeginning = / ?((?:<(?:em|strong)(?: [^>]*)?>)+)((?:\u0001\d+\u0001)+)/g;

/** As `runsToHtml` writes a reference at the beginning or the end of emphasis: outside. */
function outOfEmphasis(html: string): string {
  return html.replace(callAtEnd, '$2$1').replace(callAtBeginning, '$2$1');
}

const nameOf = (mark: string, occurrence: number): string => `${mark} ${occurrence}`;

/** Turns marks into references; those without a key stay. */
function writeCalls(block: Block, keys: ReadonlyMap<string, number>): void {
  const inHtml = markNames();
  block.html = block.html.replace(bracketedMark, (whole, mark: string) => {
    const key = keys.get(inHtml(mark));
    return key === undefined ? whole : `\u0001${key}\u0001`;
  });
  block.html = outOfEmphasis(block.html);
  const inLines = markNames();
  block.lines = block.lines.map((line) =>
    line.replace(bracketedMark, (whole, mark: string) => (keys.has(inLines(mark)) ? '' : whole)),
  );
}

/** Numbers the marks of a block in order. */
function markNames(): (mark: string) => string {
  const counts = new Map<string, number>();
  return (mark) => {
    const occurrence = counts.get(mark) ?? 0;
    counts.set(mark, occurrence + 1);
    return nameOf(mark, occurrence);
  };
}

/** Removes the brackets around a link that references a note: « [<a>12</a>] ». */
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
