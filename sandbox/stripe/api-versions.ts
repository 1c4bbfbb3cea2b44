/** The version of the pinned SDK; the account's own, so events are written in it. */
export const accountVersion = '2026-10-28.endive';

/** Supported versions, and the fields that each does not have yet, by object. */
const missingFields: Record<string, Record<string, readonly string[]>> = {
  [accountVersion]: {},
  '2026-07-29.dahlia': {
    charge: ['payment_method_details.card.electronic_commerce_indicator'],
    'checkout.session': ['allowed_payment_method_types'],
    payment_intent: ['payment_record'],
  },
};

/**
 * Parameters that a version does not know, by call: endive has replaced one by another
 * (https://github.com/stripe/stripe-node/blob/master/CHANGELOG.md, 23.0.0).
 */
const missingParameters: Record<string, Record<string, readonly string[]>> = {
  [accountVersion]: { 'POST /v1/checkout/sessions': ['payment_method_types'] },
  '2026-07-29.dahlia': { 'POST /v1/checkout/sessions': ['allowed_payment_method_types'] },
};

/** Parameters that `version` refuses, and another version accepts. */
export function parametersMissingIn(
  version: string,
  method: string,
  path: string,
): readonly string[] {
  return missingParameters[version]?.[`${method} ${path}`] ?? [];
}

export function isKnownVersion(version: string): boolean {
  return Object.hasOwn(missingFields, version);
}

/** A response or event as `version` writes it; nested objects included. */
export function inVersion(answer: unknown, version: string): unknown {
  const copy: unknown = structuredClone(answer);
  strip(copy, missingFields[version] ?? {});
  return copy;
}

function strip(value: unknown, missing: Record<string, readonly string[]>): void {
  if (typeof value !== 'object' || value === null) return;
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const gone = Object.hasOwn(missing, kind) ? (missing[kind] ?? []) : [];
  for (const path of gone) remove(value, path.split('.'));
  for (const inner of Object.values(value)) strip(inner, missing);
}

function remove(value: object, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    Reflect.deleteProperty(value, name);
    return;
  }
  const inner: unknown = Reflect.get(value, name);
  if (typeof inner === 'object' && inner !== null) remove(inner, rest);
}
