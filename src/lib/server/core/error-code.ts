/**
 * An error's own code, or undefined. Our errors are identified by code, never by class: the bundle
 * and the sources each have their own copy of the class.
 */
export function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : undefined;
}
