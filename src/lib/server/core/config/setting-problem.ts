import type { z } from 'zod';

/** Exit code for a fault of the settings, which no other start mends (EX_CONFIG of sysexits). */
export const settingsFaultCode = 78;

type Environment = Record<string, string | undefined>;

/**
 * One French sentence per setting that a schema refused: missing, or not in the form its schema
 * describes. Never the value, which may be a secret.
 */
export function settingProblems(
  schema: z.ZodObject<z.ZodRawShape>,
  error: z.ZodError,
  environment: Environment,
): string[] {
  const names = new Set(error.issues.map((issue) => String(issue.path[0])));
  return [...names].map((name) => {
    if (!environment[name]) return `${name} manque.`;
    const form = describedForm(schema, name);
    const [why] = error.issues.flatMap((issue) => (issue.path[0] === name ? saidOf(issue) : []));
    return `${name} n’a pas la forme attendue${why ?? ''}${form === undefined ? '' : ` : ${form}`}.`;
  });
}

/** What a schema says of its own of a fault, in parentheses. */
function saidOf(issue: z.core.$ZodIssue): string[] {
  const sentence: unknown = issue.code === 'custom' ? issue.params?.sentence : undefined;
  return typeof sentence === 'string' ? [` (${sentence})`] : [];
}

/** The format of a setting, as its schema describes it. */
function describedForm(schema: z.ZodObject<z.ZodRawShape>, name: string): string | undefined {
  const field = schema.shape[name];
  return field && 'description' in field ? (field as z.ZodType).description : undefined;
}
