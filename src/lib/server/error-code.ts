/**
 * The code that an error carries itself, or undefined. Errors of ours are told by their code and never
 * by their class: code from the bundle and code from the sources hold a copy of the class each.
 */
export function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : undefined;
}
