import { z } from 'zod';
import type { FormFields } from './form.ts';
import { Refusal, unknownParameter } from './refusal.ts';

/** Form values of parameters. */
export const text = z.string().max(5000);
/** An empty text unsets a field. */
export const optionalText = text.transform((value) => value || null).optional();
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** https://docs.stripe.com/api/metadata: 50 keys of 40 characters, values of 500. */
export const metadata = z
  .preprocess(
    // Keys that count from 0 look like a list in a form.
    (value) => (Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value),
    z.union([
      z.literal('').transform(() => 'unset' as const),
      z
        .record(z.string().max(40), z.string().max(500))
        .refine((keys) => Object.keys(keys).length <= 50),
    ]),
  )
  .optional();

export type MetadataChange = z.output<typeof metadata>;

/** Metadata after a change: an empty value deletes a key, `unset` all of them. */
export function changedMetadata(
  current: Record<string, string>,
  change: MetadataChange,
): Record<string, string> {
  if (change === 'unset') return {};
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

const bound = wholeNumber.optional();
const createdFilter = z
  .union([wholeNumber, z.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound })])
  .optional();

const expand = z.array(text).max(20).optional();

/** Every call accepts `expand`. */
export const expandable = { expand };

/** Parameters of every list. */
export const pageParameters = {
  ...expandable,
  limit: wholeNumber.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: createdFilter,
};

/**
 * Parameters parsed by the schema. Refuses, as Stripe does, what the schema does not know
 * (`parameter_unknown`), lacks (`parameter_missing`) or cannot parse.
 */
export function parseParameters<Schema extends z.ZodType>(
  schema: Schema,
  fields: FormFields,
): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? refusalOf(issue, fields) : new Refusal(400, 'Invalid request.');
}

type Issue = z.core.$ZodIssue;

function refusalOf(issue: Issue, fields: FormFields): Refusal {
  if (issue.code === 'unrecognized_keys') {
    return unknownParameter(bracketed([...issue.path, issue.keys[0] ?? '']));
  }
  const param = bracketed(issue.path);
  const given = valueAt(fields, issue.path);
  if (given === undefined) {
    return new Refusal(400, `Missing required param: ${param}.`, {
      code: 'parameter_missing',
      param,
    });
  }
  // Text where a number is required.
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return new Refusal(400, `Invalid integer: ${typeof given === 'string' ? given : param}`, {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  return new Refusal(400, `Invalid ${param}: ${issue.message}`, { param });
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return fields;
  if (typeof fields !== 'object' || fields === null) return undefined;
  return valueAt((fields as Record<PropertyKey, unknown>)[name], rest);
}

/** `line_items[0][price_data]`, as Stripe names a parameter. */
function bracketed([first = '', ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((name) => `[${String(name)}]`).join('');
}
