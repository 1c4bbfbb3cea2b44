/** The user's edits to the recognised chapters, as part of the import's plan. */
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { PlannedChapter, Proposed } from '#shared/site/import-plan.ts';

type Edits = readonly ImportEdit[];
type Kind = ImportEdit['kind'];

const without = (edits: Edits, piece: string, ...kinds: Kind[]): ImportEdit[] =>
  edits.filter((edit) => edit.piece !== piece || !kinds.includes(edit.kind));

/** Whether a split makes a piece begin at a heading. */
export const isSplitOff = (piece: string): boolean => piece.includes('@');

/** Selects or deselects a chapter. Stored only if it differs from the importer's proposal. */
export function take(
  edits: Edits,
  proposals: readonly Proposed[],
  { piece, isTaken }: Pick<PlannedChapter, 'piece' | 'isTaken'>,
): ImportEdit[] {
  const others = without(edits, piece, 'take', 'skip');
  const proposed = proposals[proposalOf(piece)]?.isTaken ?? true;
  return proposed === isTaken ? others : [...others, { kind: isTaken ? 'take' : 'skip', piece }];
}

/** Sets a chapter's title; an empty one restores the importer's. */
export function rename(edits: Edits, piece: string, title: string): ImportEdit[] {
  const others = without(edits, piece, 'rename');
  return title.trim() === '' ? others : [...others, { kind: 'rename', piece, title: title.trim() }];
}

/** Splits a chapter at a heading; the new one is selected if the first is. */
export function split(
  edits: Edits,
  proposals: readonly Proposed[],
  { isTaken }: Pick<PlannedChapter, 'isTaken'>,
  piece: string,
): ImportEdit[] {
  return take([...edits, { kind: 'split', piece }], proposals, { piece, isTaken });
}

/** Joins a chapter to the previous one; undoes a split. */
export function joinToPrevious(edits: Edits, piece: string): ImportEdit[] {
  const others = without(edits, piece, 'split', 'merge', 'take', 'skip', 'rename');
  return isSplitOff(piece) ? others : [...others, { kind: 'merge', piece }];
}

/** Undoes a join with the previous chapter. */
export const part = (edits: Edits, piece: string): ImportEdit[] => without(edits, piece, 'merge');

/** Index of a piece's proposal. */
export const proposalOf = (piece: string): number => Number.parseInt(piece, 10) - 1;

/** Possible splits of a chapter: its inner headings, with the piece that would begin there. */
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

/** Chapters joined to a chapter, which can be separated again. */
export function joinedParts({ stretches }: PlannedChapter): { piece: string; title: string }[] {
  return stretches.slice(1).map(({ proposal, fromHeading, title }) => ({
    piece: fromHeading === 0 ? String(proposal + 1) : `${proposal + 1}@${fromHeading}`,
    title,
  }));
}
