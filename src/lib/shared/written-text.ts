/** Every control character but line feed, and lone surrogates. */
const controls = /[^\P{Cc}\n]+/gu;

/**
 * A multi-line text as it may be stored: well-formed, lines ended by `\n`, a tab as a space, no
 * other controls (PostgreSQL refuses NUL), trimmed.
 */
export function tidyText(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  return lines.replaceAll(controls, '').trim();
}
