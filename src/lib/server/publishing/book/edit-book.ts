import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { planChapters, type PlannedChapter, type Stretch } from '#shared/site/import-plan.ts';
import { noteMarker } from '#shared/text/notes.ts';
import { countWords } from '#shared/text/words.ts';
import type { WrittenBeside } from '#shared/text/author-note.ts';
import type { BookChapter, Proposal } from './book.ts';
import { escapeHtml } from '#server/core/escape-html.ts';
import { slug } from './titles.ts';

/**
 * The chapters that edits make of a book's proposals, each with a key of its position
 * ("premiere-partie/i-le-depart", "…~2" for a second of the same name).
 * @returns in `unknown` the fragments that the book does not have
 */
export function editBook(
  proposals: readonly Proposal[],
  edits: readonly ImportEdit[],
): { chapters: BookChapter[]; unknown: string[] } {
  const { chapters: planned, unknown } = planChapters(proposals, edits);
  const keys = new Map<string, number>();
  const texts = new Map<Proposal, ProposalText>();
  const chapters: BookChapter[] = [];
  for (const plan of planned.filter(({ isTaken }) => isTaken)) {
    const html = htmlOf(plan, proposals, texts);
    const { title, part } = plan;
    const wordCount = countWords(html);
    const authorNotes = notesOf(plan, proposals);
    chapters.push({
      title,
      part,
      html,
      wordCount,
      sourceKey: keyOf(plan, keys),
      ...(authorNotes && { authorNotes }),
    });
  }
  return { chapters, unknown };
}

/**
 * The note before the text that it begins with, what stands after the one that it ends with, the last
 * recap and all persons: those of joined chapters may be too many, which `confirmUpload` refuses.
 */
function notesOf(
  { stretches }: PlannedChapter,
  proposals: readonly Proposal[],
): WrittenBeside | undefined {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return undefined;
  const beside = stretches.map(({ proposal }) => proposals[proposal]?.authorNotes);
  if (!beside.some(Boolean)) return undefined;
  const isEnd = last.toHeading > (proposals[last.proposal]?.headings.length ?? 0);
  const casts = new Set(beside.map((notes) => notes?.cast));
  return {
    before: (first.fromHeading === 0 && beside[0]?.before) || '',
    after: (isEnd && beside.at(-1)?.after) || '',
    recap: (isEnd && beside.findLast((notes) => notes?.recap)?.recap) || '',
    cast: isEnd ? [...casts].filter(Boolean).join('\n') : '',
  };
}

function keyOf({ part, title }: PlannedChapter, keys: Map<string, number>): string {
  const place = [part ?? '', title].map(slug).filter((piece) => piece !== '');
  const key = place.join('/') || 'chapitre';
  const occurrence = (keys.get(key) ?? 0) + 1;
  keys.set(key, occurrence);
  return occurrence === 1 ? key : `${key}~${occurrence}`;
}

/** A proposal's text, split into lines and notes. */
type ProposalText = { lines: string[]; notes: ReadonlyMap<string, string> };

/** Splits a proposal's text once, however many chapters it becomes. */
function textOf(proposal: Proposal, texts: Map<Proposal, ProposalText>): ProposalText {
  const known = texts.get(proposal);
  if (known) return known;
  const lines = proposal.html.split('\n');
  const notes = new Map<string, string>();
  for (const line of lines) {
    const [, number, text] = aside.exec(line) ?? [];
    if (number !== undefined && text !== undefined) notes.set(number, text);
  }
  const text = { lines, notes };
  texts.set(proposal, text);
  return text;
}

/** @param texts those split so far; others are added */
function htmlOf(
  { opening, stretches }: PlannedChapter,
  proposals: readonly Proposal[],
  texts: Map<Proposal, ProposalText>,
): string {
  const [only] = stretches;
  const whole = only && proposals[only.proposal];
  if (whole && opening.length === 0 && stretches.length === 1 && isWhole(only, whole))
    return whole.html;
  const lines = opening.map((title) => `<h2>${escapeHtml(title)}</h2>`);
  const called: string[] = [];
  for (const [order, stretch] of stretches.entries()) {
    const proposal = proposals[stretch.proposal];
    if (!proposal) continue;
    const before = stretches[order - 1];
    const isNext = before && continues(before, stretch);
    // The title of a part merged into another chapter stays, as a heading.
    if (before && !isNext) lines.push(`<h2>${escapeHtml(stretch.title)}</h2>`);
    const text = textOf(proposal, texts);
    const start = proposal.headings[stretch.fromHeading - 1];
    const end = proposal.headings[stretch.toHeading - 1];
    const from = start === undefined ? 0 : isNext ? start.line : start.line + 1;
    for (const line of text.lines.slice(from, end?.line))
      if (!line.startsWith('<aside id="note-')) lines.push(renumber(line, text, called));
  }
  const asides = called.map((text, index) => `<aside id="note-${index + 1}">${text}</aside>`);
  return [...trimSeparators(lines), ...asides].join('\n');
}

/** Each chapter numbers its notes from 1: they are appended to `called` in order of reference. */
function renumber(line: string, { notes }: ProposalText, called: string[]): string {
  return line.replace(marker, (_, number: string) => {
    const text = notes.get(number);
    return text === undefined ? '' : noteMarker(called.push(text));
  });
}

const marker = /<sup><a href="#note-(\d+)">\d+<\/a><\/sup>/g;
const aside = /^<aside id="note-(\d+)">(.*)<\/aside>$/;

function isWhole(stretch: Stretch, { headings }: Proposal): boolean {
  return stretch.fromHeading === 0 && stretch.toHeading > headings.length;
}

/** Whether a stretch begins where the previous one ended: a split that was merged again. */
function continues(before: Stretch, { proposal, fromHeading }: Stretch): boolean {
  return before.proposal === proposal && before.toHeading === fromHeading;
}

function trimSeparators(lines: readonly string[]): string[] {
  const isText = (line: string) => line !== '<hr>';
  return lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);
}
