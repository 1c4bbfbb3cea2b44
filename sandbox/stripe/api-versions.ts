/** The version of the pinned SDK; the account's own, so events are written in it. */
export const accountVersion = '2026-10-28.endive';

/** Versions that may be asked for, and what each does not have yet, by object. */
const missingFields: Record<string, Record<string, readonly string[]>> = {
  [accountVersion]: {},
  '2026-07-29.dahlia': {
    'checkout.session': ['allowed_payment_method_types'],
    payment_intent: ['payment_record'],
  },
};

export function isKnownVersion(version: string): boolean {
  return Object.hasOwn(missingFields, version);
}

/** An answer as `version` writes it; what stands inside of other objects included. */
export function inVersion(answer: unknown, version: string): unknown {
  const missing = missingFields[version] ?? {};
  if (Object.keys(missing).length === 0) return answer;
  return strip(answer, missing);
}

function strip(value: unknown, missing: Record<string, readonly string[]>): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, missing));
  if (typeof value !== 'object' || value === null) return value;
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const gone = Object.hasOwn(missing, kind) ? (missing[kind] ?? []) : [];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !gone.includes(name))
      .map(([name, inner]) => [name, strip(inner, missing)]),
  );
}
