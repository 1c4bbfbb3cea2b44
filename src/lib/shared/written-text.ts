/** Every control but the end of a line, and what is left of a pair of surrogates cut in two. */
const controls = /[^\P{Cc}\n]+/gu;

/**
 * A text of several lines as it may be kept: well-formed, lines ended by `\n`, a tab as a space,
 * no other controls (PostgreSQL keeps no NUL), no blank beginning or end.
 */
export function tidyText(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  return lines.replaceAll(controls, '').trim();
}
