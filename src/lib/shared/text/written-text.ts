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

/** A text as one line: as `tidyText`, every run of spaces and line ends one space. */
export function tidyLine(text: string): string {
  return tidyText(text).replaceAll(/\s+/g, ' ');
}
