import type { Block } from '../block.ts';
import { blockText } from '../block.ts';
import { blockWords } from '../book-assembly.ts';
import type { Classification } from '../classification.ts';
import { chapterLabel, joinTitleLines, slug } from '../titles.ts';
import type { FlatText, Mark } from './marks.ts';
import { headingTitle } from './marks.ts';

/** Text between two splits, without the blocks of its title. */
export type Segment = {
  title: string;
  depth: number;
  ancestors: string[];
  blocks: Block[];
  words: number;
  /**
   * The book's own classification, if all blocks share it: a title page, a dedication or the like.
   */
  outside: 'apparatus' | 'paratext' | null;
  classification?: Classification;
};

/** Splits the text at the marks; what precedes the first mark is a segment too. */
export function cutSegments(marks: readonly Mark[], flat: FlatText, bookTitle: string): Segment[] {
  const first: Mark = { index: 0, label: '', depth: 0, ancestors: [] };
  const cuts = (marks[0]?.index ?? 1) > 0 ? [first, ...marks] : [...marks];
  return cuts.map((mark, order) => {
    const end = cuts[order + 1]?.index ?? flat.blocks.length;
    return segmentOf(mark, flat.blocks.slice(mark.index, end), bookTitle);
  });
}

function segmentOf(mark: Mark, blocks: readonly Block[], bookTitle: string): Segment {
  const { title, used } = titleOf(mark.label, blocks, bookTitle);
  const body = blocks.slice(used);
  const isAll = (role: RegExp) =>
    blocks.length > 0 && blocks.every(({ roles }) => roles.some((name) => role.test(name)));
  const { depth, ancestors, classification } = mark;
  const outside = isAll(paratextRole) ? 'paratext' : isAll(outsideStory) ? 'apparatus' : null;
  const words = blockWords(body);
  return {
    title,
    depth,
    ancestors,
    blocks: body,
    words,
    outside,
    ...(classification && { classification }),
  };
}

const paratextRole = /^(?:dedication|doc-dedication|epigraph|doc-epigraph)$/;
const outsideStory =
  /^(?:dedication|doc-dedication|titlepage|halftitlepage|copyright-page|colophon|cover|doc-cover|imprint|epigraph|doc-epigraph|stdheader|maintitle)$/;

/** Number that tools put before a label: "2. II Le château", "1.3. III". */
const toolNumber = /^\d+(?:\.\d+)*\.\s+(?=\S)/;

/**
 * The title of a segment from its label in the navigation and its first headings. The book's
 * own heading is preferred when both say the same.
 * @returns how many blocks the title removes
 */
function titleOf(
  label: string,
  blocks: readonly Block[],
  bookTitle: string,
): { title: string; used: number } {
  let used = 0;
  while (
    isHeading(blocks[used]) &&
    isHeading(blocks[used + 1]) &&
    sameText(headingTitle(blocks[used]), bookTitle)
  )
    used += 1;
  const start = used;
  const lines: string[] = [];
  for (let block = blocks[used]; isHeading(block); block = blocks[used]) {
    if (lines.length > 0 && !continuesTitle(joinTitleLines(lines), headingTitle(block), label))
      break;
    if (lines.length === 0 && label !== '' && !opensTitle(headingTitle(block), label)) break;
    for (const line of block.lines) lines.push(line);
    used += 1;
  }
  const heading = joinTitleLines(lines);
  const paragraph = blocks[used];
  if (
    lines.length === 0 &&
    paragraph?.kind === 'paragraph' &&
    sameText(blockText(paragraph), label)
  )
    used += 1;
  if (heading === '') return { title: label, used };
  if (label === '') return { title: heading, used };
  if (related(heading, label)) {
    const plainLabel = label.replace(toolNumber, '');
    const longer =
      slug(plainLabel).length > slug(heading).length && slug(plainLabel).includes(slug(heading));
    return {
      title: longer && used - start === 1 && !isToolLabel(label, heading) ? label : heading,
      used,
    };
  }
  return { title: joinTitleLines([label, heading]), used };
}

function isHeading(block: Block | undefined): block is Block {
  return block?.kind === 'heading';
}

function sameText(one: string, other: string): boolean {
  return slug(one) !== '' && slug(one) === slug(other);
}

function related(heading: string, label: string): boolean {
  const [one, other] = [slug(heading), slug(label)];
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

function isToolLabel(label: string, heading: string): boolean {
  return toolNumber.test(label) && slug(label.replace(toolNumber, '')) === slug(heading);
}

/** A first heading names the segment unless it is a mere number under a named entry. */
function opensTitle(heading: string, label: string): boolean {
  if (related(heading, label)) return true;
  return chapterLabel(label)?.rest === '' && chapterLabel(heading) === null;
}

function continuesTitle(title: string, heading: string, label: string): boolean {
  if (chapterLabel(title)?.rest === '' && chapterLabel(heading) === null) return true;
  return (
    label !== '' &&
    slug(heading) !== '' &&
    !sameText(title, label) &&
    slug(label).includes(slug(heading))
  );
}
