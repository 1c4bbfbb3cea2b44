import { markDialogue } from './dialogue.ts';
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
