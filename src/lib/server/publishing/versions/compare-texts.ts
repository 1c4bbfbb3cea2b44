import { diffArrays, diffWordsWithSpace } from 'diff';
import type { ComparedBlock } from '#shared/contracts/studio-versions.ts';

type Part = Extract<ComparedBlock, { parts: unknown }>['parts'][number];

/** Paragraphs shown before and after a change. */
const contextParagraphs = 1;

/** Beyond so many changed words a passage is shown as a whole, before and after. */
const editsMax = 2_000;
/** A longer passage, before and after together, is shown as a whole too: cutting it into words has no time limit. */
const passageCharactersMax = 60_000;
/** For a whole comparison, in milliseconds: passages for which no time is left are shown as a whole too. */
const timeMaxMs = 300;

/** What is left of a comparison's time; 0 at its end. */
type TimeLeft = () => number;

function startTime(): TimeLeft {
  const endsAt = performance.now() + timeMaxMs;
  return () => Math.max(0, endsAt - performance.now());
}

/** Words of a passage that went and came. */
export function compareWords(before: string, after: string, timeLeft = startTime()): Part[] {
  const timeout = timeLeft();
  const isLong = before.length + after.length > passageCharactersMax;
  if (before === '' || after === '' || isLong || timeout === 0) return whole(before, after);
  const parts = diffWordsWithSpace(before, after, { maxEditLength: editsMax, timeout });
  if (!parts) return whole(before, after);
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const whole = (before: string, after: string): Part[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '');

/**
 * What two texts of paragraphs, separated by empty lines, differ in: changed passages word by word, each
 * with a paragraph before and after it, and how many are left out between them.
 */
export function compareTexts(before: string, after: string): ComparedBlock[] {
  const timeLeft = startTime();
  const limits = { maxEditLength: editsMax, timeout: timeLeft() };
  const runs = diffArrays(paragraphs(before), paragraphs(after), limits);
  if (!runs) return [{ parts: whole(before, after) }];
  const blocks: ComparedBlock[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    if (removed.length === 0 && added.length === 0) return;
    blocks.push({ parts: compareWords(removed.join(gap), added.join(gap), timeLeft) });
    removed = [];
    added = [];
  };
  for (const [index, run] of runs.entries()) {
    if (run.removed) removed.push(...run.value);
    else if (run.added) added.push(...run.value);
    else {
      settle();
      blocks.push(...shorten(run.value, index === 0, index === runs.length - 1));
    }
  }
  settle();
  return blocks;
}

const gap = '\n\n';

const paragraphs = (text: string): string[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);

/** A run that stays, without its middle. */
function shorten(run: readonly string[], isFirst: boolean, isLast: boolean): ComparedBlock[] {
  const head = isFirst ? 0 : contextParagraphs;
  const tail = isLast ? 0 : contextParagraphs;
  const same = (texts: readonly string[]): ComparedBlock[] =>
    texts.map((text) => ({ parts: [{ kind: 'same', text }] }));
  if (run.length <= head + tail + 1 && !(isFirst && isLast)) return same(run);
  return [
    ...same(run.slice(0, head)),
    { gap: run.length - head - tail },
    ...same(tail === 0 ? [] : run.slice(-tail)),
  ];
}

/** How many words the parts of a kind have. */
export const wordsOf = (blocks: readonly ComparedBlock[], kind: Part['kind']): number =>
  blocks
    .flatMap((block) => ('parts' in block ? block.parts : []))
    .filter((part) => part.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
