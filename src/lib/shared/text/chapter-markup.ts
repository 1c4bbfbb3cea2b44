import { markDirection } from '../site/languages.ts';
import { drawNotes } from './notes.ts';
import { drawTables } from './text-blocks.ts';
import { setTypography } from './typography.ts';

/**
 * The markup of a chapter as pages show it, from its stored, sanitized HTML: direction, typography,
 * lines of dialogue, tables, notes.
 *
 * @param language of the text, as in `lang`.
 */
export function drawChapter(html: string, language: string): string {
  const directed = markDirection(html, language);
  return drawNotes(drawTables(markDialogue(setTypography(directed, language))));
}

/**
 * Adds the class `d` to each paragraph of dialogue (one that begins with a dash) right after
 * another one, to set the lines of a conversation closer: CSS cannot match text. Takes stored
 * chapter HTML, which is sanitized; text and all other tags are unchanged.
 */
export function markDialogue(html: string): string {
  let dialogueEnd = -1;
  return html.replace(
    /<p>(—\s)?[\s\S]*?<\/p>\s*/g,
    (paragraph: string, dash: string | undefined, offset: number) => {
      const follows = dash !== undefined && offset === dialogueEnd;
      dialogueEnd = dash === undefined ? -1 : offset + paragraph.length;
      return follows ? paragraph.replace('<p>', '<p class="d">') : paragraph;
    },
  );
}
