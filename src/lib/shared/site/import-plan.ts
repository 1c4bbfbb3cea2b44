/** The chapters of an imported book: proposals of the importer, edits of the user. */
import type { ImportEdit } from '../contracts/import-edits.ts';
import { countTextWords } from '../text/words.ts';

/** The fields of a proposal that the plan needs. */
export type Proposed = {
  part: string | null;
  title: string;
  /** Of the whole proposal. */
  wordCount: number;
  isTaken: boolean;
  /** Where it can be split; `wordCount` is from this heading to the next one. */
  headings: readonly { title: string; wordCount: number }[];
};

/** A planned chapter: one stretch of the book, or several that were merged. */
export type PlannedChapter = {
  /** The fragment that it begins with: its id in edits. */
  piece: string;
  title: string;
  part: string | null;
  wordCount: number;
  isTaken: boolean;
  /** Preceding titles without text of their own: its text begins with them. */
  opening: string[];
  /** Its stretches, in order. */
  stretches: Stretch[];
};

/** From one heading of a proposal up to another; heading 0 is the beginning. */
export type Stretch = {
  /** Index of the proposal, from 0. */
  proposal: number;
  fromHeading: number;
  /** End, exclusive; the number of headings plus one is the proposal's end. */
  toHeading: number;
  title: string;
};

/**
 * The chapters that result from edits of proposals, or the fragments that the book does not
 * have.
 */
export function planChapters(
  proposals: readonly Proposed[],
  edits: readonly ImportEdit[],
): { chapters: PlannedChapter[]; unknown: string[] } {
  const splits = new Set<string>();
  const merged = new Set<string>();
  const taken = new Map<string, boolean>();
  const titles = new Map<string, string>();
  for (const edit of edits) {
    if (edit.kind === 'split') splits.add(edit.piece);
    else if (edit.kind === 'merge') merged.add(edit.piece);
    else if (edit.kind === 'rename') titles.set(edit.piece, edit.title);
    else taken.set(edit.piece, edit.kind === 'take');
  }
  const chapters: PlannedChapter[] = [];
  const pieces = new Set<string>();
  for (const [proposal, proposed] of proposals.entries()) {
    for (const part of piecesOf(proposed, proposal, splits)) {
      const { piece, stretch, wordCount } = part;
      pieces.add(piece);
      const before = chapters.at(-1);
      if (before && merged.has(piece)) {
        before.stretches.push(stretch);
        before.wordCount += wordCount;
        continue;
      }
      chapters.push({
        piece,
        title: titles.get(piece) ?? stretch.title,
        part: proposed.part,
        wordCount,
        isTaken: taken.get(piece) ?? proposed.isTaken,
        opening: [],
        stretches: [stretch],
      });
    }
  }
  const unknown = edits.map(({ piece }) => piece).filter((piece) => !pieces.has(piece));
  const [first] = chapters;
  if (first && merged.has(first.piece)) unknown.push(first.piece);
  const taken = chapters.filter((chapter) => !isEmptyPiece(chapter, proposals));
  return { chapters: carryTitles(taken, proposals), unknown: [...new Set(unknown)] };
}

/** What a split leaves before a heading that has nothing before it. */
const isEmptyPiece = (
  { wordCount, stretches }: PlannedChapter,
  proposals: readonly Proposed[],
): boolean =>
  wordCount === 0 && stretches.every(({ proposal }) => proposals[proposal]?.wordCount !== 0);

/** A title without text is no chapter: it is moved to the next selected one. */
function carryTitles(
  chapters: readonly PlannedChapter[],
  proposals: readonly Proposed[],
): PlannedChapter[] {
  const taken: PlannedChapter[] = [];
  let waiting: PlannedChapter[] = [];
  for (const chapter of chapters) {
    if (chapter.isTaken && isTitleOnly(chapter, proposals)) {
      waiting.push(chapter);
      continue;
    }
    if (chapter.isTaken) {
      chapter.opening = waiting.map(({ title }) => title);
      for (const { wordCount } of waiting) chapter.wordCount += wordCount;
      waiting = [];
    }
    taken.push(chapter);
  }
  // After the last chapter, they are appended to it.
  const last = taken.findLast(({ isTaken }) => isTaken);
  for (const { stretches, wordCount } of last ? waiting : []) {
    last?.stretches.push(...stretches);
    if (last) last.wordCount += wordCount;
  }
  return taken;
}

function isTitleOnly({ stretches }: PlannedChapter, proposals: readonly Proposed[]): boolean {
  const [only] = stretches;
  if (!only || stretches.length > 1 || only.toHeading !== only.fromHeading + 1) return false;
  const heading = proposals[only.proposal]?.headings[only.fromHeading - 1];
  return heading !== undefined && heading.wordCount <= countTextWords(heading.title);
}

/** The fragments of one proposal, cut at its splits. */
function piecesOf(
  { title, wordCount, headings }: Proposed,
  proposal: number,
  splits: ReadonlySet<string>,
): { piece: string; stretch: Stretch; wordCount: number }[] {
  const name = String(proposal + 1);
  const inHeadings = headings.reduce((sum, heading) => sum + heading.wordCount, 0);
  const toHeading = headings.length + 1;
  const first = { proposal, fromHeading: 0, toHeading, title };
  const pieces = [{ piece: name, stretch: first, wordCount: wordCount - inHeadings }];
  for (const [index, heading] of headings.entries()) {
    const fromHeading = index + 1;
    const last = pieces.at(-1);
    if (!last) break;
    if (splits.has(`${name}@${fromHeading}`)) {
      last.stretch.toHeading = fromHeading;
      pieces.push({
        piece: `${name}@${fromHeading}`,
        stretch: { proposal, fromHeading, toHeading, title: heading.title },
        wordCount: heading.wordCount,
      });
    } else last.wordCount += heading.wordCount;
  }
  return pieces;
}
