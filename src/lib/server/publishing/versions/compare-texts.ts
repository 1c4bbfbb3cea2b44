import { diffArrays, diffWordsWithSpace } from 'diff';
import type { ComparedBlock, ComparisonBody } from '#shared/contracts/studio-versions.ts';
import { createWorkerThread } from '#server/core/worker-thread.ts';
import { chapterToMarkdown } from '../leaving/chapter-markdown.ts';

type Part = Extract<ComparedBlock, { parts: unknown }>['parts'][number];

/** Paragraphs shown before and after a change. */
const contextParagraphs = 1;

/** Beyond so many changed words a passage is shown as a whole, before and after. */
const editsMax = 2_000;
/** A longer passage, before and after together, is shown as a whole too: cutting it into words has no time limit. */
const passageCharactersMax = 60_000;
/** For a whole comparison, in milliseconds: passages for which no time is left are shown as a whole too. */
const timeMaxMs = 1_000;

/** Both texts together; shorter ones take some hundredths of a second, and are compared here. */
const shortCharacters = 10_000;

type Compared = Pick<ComparisonBody, 'detail' | 'blocks' | 'wordsAdded' | 'wordsRemoved'>;

/** Compares stored texts. */
export type TextComparer = {
  /** As `compareHtml`, with the detail `none` where it takes too long; undefined where too many wait. */
  compare: (before: string, after: string, userId: string) => Promise<Compared | undefined>;
  close: () => Promise<void>;
};

/** Compares long texts in a worker thread: to make them readable takes seconds. */
export function createTextComparer(): TextComparer {
  const thread = createWorkerThread<[string, string], Compared>({
    module: 'src/lib/server/publishing/versions/compare-worker.ts',
    waitingMax: 8,
    waitMs: 20_000,
    timeoutMs: 20_000,
    memoryMaxMb: 256,
    idleMs: 60_000,
  });
  return {
    compare: async (before, after, userId) => {
      if (before.length + after.length < shortCharacters) return compareHtml(before, after);
      const compared = await thread.run([before, after], userId);
      return compared === null ? uncompared : compared;
    },
    close: thread.close,
  };
}

const uncompared: Compared = { detail: 'none', blocks: [], wordsAdded: 0, wordsRemoved: 0 };

/** What two stored texts differ in, as their author reads them. */
export function compareHtml(before: string, after: string): Compared {
  const compared = compareTexts(readableText(before), readableText(after));
  const { blocks } = compared;
  return {
    ...compared,
    wordsAdded: wordsOf(blocks, 'added'),
    wordsRemoved: wordsOf(blocks, 'removed'),
  };
}

/** Words of a passage that went and came; the passage as a whole where it is beyond the bounds. */
export function compareWords(before: string, after: string): Part[] {
  return cutIntoWords(before, after, timeMaxMs) ?? whole(before, after);
}

function cutIntoWords(before: string, after: string, timeout: number): Part[] | null {
  if (before === '' || after === '') return whole(before, after);
  if (before.length + after.length > passageCharactersMax || timeout <= 0) return null;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: editsMax, timeout });
  if (!parts) return null;
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
function compareTexts(before: string, after: string): Pick<Compared, 'detail' | 'blocks'> {
  const endsAt = performance.now() + timeMaxMs;
  const limits = { maxEditLength: editsMax, timeout: timeMaxMs };
  const runs = diffArrays(paragraphs(before), paragraphs(after), limits);
  if (!runs) return { detail: 'passages', blocks: [{ parts: whole(before, after) }] };
  let detail: Compared['detail'] = 'words';
  const blocks: ComparedBlock[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    if (removed.length === 0 && added.length === 0) return;
    const [from, to] = [removed.join(gap), added.join(gap)];
    const parts = cutIntoWords(from, to, endsAt - performance.now());
    if (!parts) detail = 'passages';
    blocks.push({ parts: parts ?? whole(from, to) });
    removed = [];
    added = [];
  };
  for (const [index, run] of runs.entries()) {
    if (run.removed) removed.push(...run.value);
    else if (run.added) added.push(...run.value);
    else {
      flush();
      blocks.push(...shorten(run.value, index === 0, index === runs.length - 1));
    }
  }
  flush();
  return { detail, blocks };
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
const wordsOf = (blocks: readonly ComparedBlock[], kind: Part['kind']): number =>
  blocks
    .flatMap((block) => ('parts' in block ? block.parts : []))
    .filter((part) => part.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

const figure = /<figure><img\b[^>]* alt="([^"]*)"[^>]*><\/figure>/g;
const box = /<div class="box">([\s\S]*?)<\/div>/g;
const table = /<table>([\s\S]*?)<\/table>/g;
const cells = /<t[hd]>([\s\S]*?)<\/t[hd]>/g;
/** Those of a note's reference and of a note stay: they say which one it is. */
const styles = / (?:class|lang)="[^"]*"/g;

/**
 * A stored text as an author reads it in a comparison: Markdown, in which what an export writes as HTML
 * is said in words. Centred lines, verse and languages are not told apart.
 */
export function readableText(html: string): string {
  const plain = html
    .replace(box, (_, inner: string) => `<p>(Encadré)</p>\n${inner.replaceAll('</p><', '</p>\n<')}`)
    .replace(table, (_, rows: string) => rowsOf(rows))
    .replace(figure, '<p>(Image\u00A0: $1)</p>')
    .replace(styles, '');
  return withoutTags(chapterToMarkdown(plain));
}

/** What Markdown cannot say, such as the reading of a word, is left as HTML by an export. */
const withoutTags = (markdown: string): string =>
  markdown
    .replaceAll('<br>', '\\\n')
    .replace(/<\/?em>/g, '*')
    .replace(/<\/?strong>/g, '**')
    .replace(/<rp>[^<]*<\/rp>/g, '')
    .replace(/<rt>([^<]*)<\/rt>/g, '\u00A0($1)')
    .replace(/<\/?[a-z][^>]*>/g, '');

const rowsOf = (rows: string): string =>
  rows
    .split('</tr>')
    .slice(0, -1)
    .map((row) => {
      const words = [...row.matchAll(cells)].map(([, cell = '']) => cell.replaceAll('<br>', ' '));
      return `<p>${words.join(' | ')}</p>`;
    })
    .join('\n');
