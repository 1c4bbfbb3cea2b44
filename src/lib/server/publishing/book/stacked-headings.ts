import { headingLines, isCapitals } from './text-headings.ts';
import type { TextBlock } from './text-blocks.ts';
import { chapterLabel, isPartTitle } from './titles.ts';

/**
 * Splits adjacent headings without a blank line between them: « PREMIÈRE PARTIE », « CHAPITRE I »,
 * « LE DÉPART » are a part and a chapter; « CHAPITRE I », « CHAPITRE II » are two chapters.
 */
export function splitStackedHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.flatMap(splitHeadings);
}

function splitHeadings(block: TextBlock): TextBlock[] {
  const first = block.lines[0]?.trim() ?? '';
  if (block.lines.length < 2 || block.lines.length > headingLines) return [block];
  const begins = isPartTitle(first) ? isChapterLine : isNamedNumber(first) ? isNamedNumber : null;
  if (!begins) return [block];
  const at = block.lines.findIndex((line, index) => index > 0 && begins(line.trim()));
  if (at < 0) return [block];
  return [
    { ...block, lines: block.lines.slice(0, at), after: 1 },
    ...splitHeadings({ ...block, lines: block.lines.slice(at), before: 1 }),
  ];
}

/** « CHAPITRE II » and nothing else. */
function isNamedNumber(line: string): boolean {
  const label = chapterLabel(line);
  return label?.named === true && label.rest === '';
}

function isChapterLine(line: string): boolean {
  const label = chapterLabel(line);
  return label !== null && (label.named || label.rest === '' || isCapitals(line));
}
