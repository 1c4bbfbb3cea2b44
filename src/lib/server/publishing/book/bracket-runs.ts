import type { Block } from './block.ts';
import type { NoteSource, Place } from './note-source.ts';
import { leadingMark, namesNotes } from './note-text.ts';

/** A mark in brackets, with the space before it: « mot [12] ». */
export const bracketedMark = /\s?\[(\d{1,4}|\*{1,3})\]/g;
const bracketedStart = /^\s*\[(\d{1,4}|\*{1,3})\]\s*\S/;

/** A position in the story. */
export type Spot = Place & {
  /** Number of its section between two headings, in the whole book. */
  section: number;
  /** How many paragraphs of the story precede it, in the whole book. */
  paragraphs: number;
};

/** Text that looks like a note: its mark, '' without one, and its blocks. */
export type NoteBody = { mark: string; blocks: Block[] };

/** A mark in brackets in the story, which may reference a note. */
export type BracketCall = {
  mark: string;
  block: Block;
  /** How many times the block has the same mark before. */
  occurrence: number;
  spot: Spot;
  /**
   * Attached to a word as references are: « mot[12] ». A choice in a game stands alone: « [1] ou
   * [2] ? ».
   */
  isAtWord: boolean;
};

/** Notes without a paragraph of the story between them, and their context. */
export type NoteRun = {
  bodies: NoteBody[];
  spot: Spot;
  /** The book marks them as notes, or has « Notes » above them. */
  isNamed: boolean;
  /** The story continues right after them. */
  goesOn: boolean;
  /** Up to the next heading, the story has more paragraphs than there are notes. */
  isSparse: boolean;
  /** Their section contains hardly anything else. */
  isAlone: boolean;
  /** No paragraph of the story follows them in the book. */
  isLast: boolean;
};

/**
 * Notes without a link to them, and the marks in brackets that may reference them, in reading
 * order.
 */
export function readBrackets(
  sources: readonly NoteSource[],
  linked: ReadonlySet<Block>,
): { runs: NoteRun[]; calls: BracketCall[] } {
  const sections = sectionsOf(sources, linked);
  const marks = new Set(sections.flatMap(({ items }) => items.map(({ mark }) => mark)));
  marks.delete('');
  const runs: NoteRun[] = [];
  const calls: BracketCall[] = [];
  let paragraphs = 0;
  for (const [number, section] of sections.entries()) {
    const found: NoteRun[] = [];
    const from = paragraphs;
    let run: NoteRun | null = null;
    let isTitled = section.isNotes;
    for (const { kind, place, blocks, mark } of section.items) {
      const spot = { ...place, section: number, paragraphs };
      const [block] = blocks;
      if (!block) continue;
      if (kind === 'note') {
        const isNamed: boolean = isTitled || block.note > 0;
        if (run?.isNamed !== isNamed) {
          run = newRun(spot, isNamed);
          found.push(run);
        }
        run.bodies.push({ mark, blocks });
        continue;
      }
      isTitled = section.isNotes || kind === 'title';
      if (kind === 'title') continue;
      for (const call of callsIn(block, spot, marks)) calls.push(call);
      if (kind === 'heading') continue;
      if (run) run.goesOn = true;
      run = null;
      paragraphs += 1;
    }
    judgeSurroundings(found, from, paragraphs);
    for (const one of found) runs.push(one);
  }
  for (const run of runs.toReversed()) {
    // Only those at the end of a section may be at the end of the book.
    if (run.spot.paragraphs < paragraphs) break;
    run.isLast = true;
  }
  return { runs, calls };
}

function newRun(spot: Spot, isNamed: boolean): NoteRun {
  const around = { goesOn: false, isSparse: false, isAlone: false, isLast: false };
  return { bodies: [], spot, isNamed, ...around };
}

/** @param found the runs of a section; its paragraphs are numbered `from` up to `to` */
function judgeSurroundings(found: readonly NoteRun[], from: number, to: number): void {
  let notes = 0;
  for (const run of found.toReversed()) {
    notes += run.bodies.length;
    run.isSparse = to - run.spot.paragraphs > notes;
    run.isAlone = run.spot.paragraphs === from && !run.isSparse;
  }
}

/** A title is « Notes »; a note has all of its blocks. */
type Item = {
  kind: 'heading' | 'title' | 'text' | 'note';
  place: Place;
  blocks: Block[];
  mark: string;
};

/** The content between two headings. */
type Section = { items: Item[]; isNotes: boolean };

function sectionsOf(sources: readonly NoteSource[], linked: ReadonlySet<Block>): Section[] {
  const sections: Section[] = [];
  for (const [source, { blocks }] of sources.entries()) {
    let section: Section = { items: [], isNotes: false };
    sections.push(section);
    let open: Item | null = null;
    for (const [index, block] of blocks.entries()) {
      const isMore = open !== null && block.note > 0 && open.blocks[0]?.note === block.note;
      if (!isMore) open = null;
      if (linked.has(block) || block.kind === 'separator') continue;
      if (block.kind === 'heading' && block.note > 0) continue;
      if (open) {
        open.blocks.push(block);
        continue;
      }
      const item = toItem(block, { source, index });
      if (block.note > 0) open = item;
      // Consecutive headings open one section.
      if (item.kind === 'heading' && !isHeading(section.items.at(-1))) {
        section = { items: [], isNotes: false };
        sections.push(section);
      }
      if (block.kind === 'heading') section.isNotes ||= namesNotes(block);
      section.items.push(item);
    }
  }
  return sections;
}

const isHeading = (item: Item | undefined) => item === undefined || item.kind === 'heading';

function toItem(block: Block, place: Place): Item {
  const text = block.lines[0] ?? '';
  const isParagraph = block.kind === 'paragraph';
  const inBrackets = isParagraph ? (bracketedStart.exec(text)?.[1] ?? '') : '';
  const mark = inBrackets || (block.note > 0 ? leadingMark(text) : '');
  const isNote = block.note > 0 || mark !== '';
  const kind = isNote ? 'note' : !isParagraph ? 'heading' : namesNotes(block) ? 'title' : 'text';
  return { kind, place, blocks: [block], mark };
}

function callsIn(block: Block, spot: Spot, marks: ReadonlySet<string>): BracketCall[] {
  const counts = new Map<string, number>();
  const calls: BracketCall[] = [];
  for (const match of block.html.matchAll(bracketedMark)) {
    const [whole, mark = ''] = match;
    if (!marks.has(mark)) continue;
    const occurrence = counts.get(mark) ?? 0;
    counts.set(mark, occurrence + 1);
    const isAtWord = !/^[ \t]/.test(whole) && endsWithWord(block.html, match.index);
    calls.push({ mark, block, occurrence, spot, isAtWord });
  }
  return calls;
}

/** Longer than any tag between a word and its note reference. */
const tagCharacters = 100;

function endsWithWord(html: string, end: number): boolean {
  const before = html.slice(Math.max(0, end - tagCharacters), end);
  const text = before.replace(/<[^>]*>/g, '').replace(/&\w+;$/, '"');
  return /[\p{L}\p{N}.,!?…»”"’')*\u0001]$/u.test(text);
}
