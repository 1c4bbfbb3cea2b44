/**
 * Marks with the class `d` each paragraph of dialogue (one that begins with a dash) right after
 * another one, so that the lines of a conversation can stand closer: CSS cannot see text. Takes
 * stored chapter HTML, which is sanitized; text and every other tag stay as they are.
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
