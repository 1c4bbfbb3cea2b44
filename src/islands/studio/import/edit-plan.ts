/** What a person does to the chapters that were recognised, as edits of the import's plan. */
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { PlannedChapter, Proposed } from '#shared/import-plan.ts';

type Edits = readonly ImportEdit[];
type Kind = ImportEdit['kind'];

const without = (edits: Edits, piece: string, ...kinds: Kind[]): ImportEdit[] =>
  edits.filter((edit) => edit.piece !== piece || !kinds.includes(edit.kind));

/** Whether a piece begins at a heading, because a split says so. */
export const isSplitOff = (piece: string): boolean => piece.includes('@');

/** Takes a chapter or leaves it out. An edit stays only where the importer proposed otherwise. */
export function take(
  edits: Edits,
  proposals: readonly Proposed[],
  { piece, isTaken }: Pick<PlannedChapter, 'piece' | 'isTaken'>,
): ImportEdit[] {
  const others = without(edits, piece, 'take', 'skip');
  const proposed = proposals[proposalOf(piece)]?.isTaken ?? true;
  return proposed === isTaken ? others : [...others, { kind: isTaken ? 'take' : 'skip', piece }];
}

/** Gives a chapter another title; an empty one is the importer's again. */
export function rename(edits: Edits, piece: string, title: string): ImportEdit[] {
  const others = without(edits, piece, 'rename');
  return title.trim() === '' ? others : [...others, { kind: 'rename', piece, title: title.trim() }];
}

/** Begins a chapter at a heading of another one, and takes it where that one is taken. */
export function split(
  edits: Edits,
  proposals: readonly Proposed[],
  { isTaken }: Pick<PlannedChapter, 'isTaken'>,
  piece: string,
): ImportEdit[] {
  return take([...edits, { kind: 'split', piece }], proposals, { piece, isTaken });
}

/** Lets a chapter go on in the one before it: what was split off is so no longer. */
export function joinToPrevious(edits: Edits, piece: string): ImportEdit[] {
  const others = without(edits, piece, 'split', 'merge', 'take', 'skip', 'rename');
  return isSplitOff(piece) ? others : [...others, { kind: 'merge', piece }];
}

/** Makes a chapter again of what was joined to the one before it. */
export const part = (edits: Edits, piece: string): ImportEdit[] => without(edits, piece, 'merge');

/** Index of the proposal that a piece belongs to. */
export const proposalOf = (piece: string): number => Number.parseInt(piece, 10) - 1;

/** Where a chapter can be split: headings inside it, with the piece that would begin there. */
export function splitPlaces(
  { stretches }: PlannedChapter,
  proposals: readonly Proposed[],
): { piece: string; title: string; wordCount: number }[] {
  return stretches.flatMap(({ proposal, fromHeading, toHeading }) =>
    (proposals[proposal]?.headings ?? []).flatMap((heading, index) =>
      index + 1 > fromHeading && index + 1 < toHeading
        ? [{ piece: `${proposal + 1}@${index + 1}`, ...heading }]
        : [],
    ),
  );
}

/** What was joined to a chapter, and can be parted from it again. */
export function joinedParts({ stretches }: PlannedChapter): { piece: string; title: string }[] {
  return stretches.slice(1).map(({ proposal, fromHeading, title }) => ({
    piece: fromHeading === 0 ? String(proposal + 1) : `${proposal + 1}@${fromHeading}`,
    title,
  }));
}
