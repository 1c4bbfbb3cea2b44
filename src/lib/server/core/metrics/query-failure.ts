/** Classes of failed statements; appendix A of PostgreSQL's manual has the codes. */
export type QueryFailureClass = 'constraint' | 'conflict' | 'timeout' | 'connection' | 'other';

const classes: readonly [RegExp, QueryFailureClass][] = [
  // Unique constraints are part of the design: the code expects these failures.
  [/^23/, 'constraint'],
  [/^40/, 'conflict'],
  [/^(?:57014|55P03)$/, 'timeout'],
  [/^(?:08|57P|53|E[A-Z])/, 'connection'],
];

/** What kind of failure a statement's error is, from its code. */
export function queryFailureClass(error: unknown): QueryFailureClass {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error ? String(error.code) : '';
  const known = classes.find(([form]) => form.test(code));
  if (known) return known[1];
  return /terminated|timeout/i.test(error.message) ? 'connection' : 'other';
}
