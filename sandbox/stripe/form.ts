/** A form's value: Stripe's requests contain text, objects and lists, nothing else. */
type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = Record<string, FormValue>;

const depthMax = 8;

/**
 * Decodes Stripe's form encoding: `a[b]=1`, `list[]=1`, `list[0][c]=1`. Names that count from 0
 * make a list. Throws a RangeError for keys that are malformed, nested too deeply, or text and
 * object at once.
 */
export function decodeForm(text: string): FormFields {
  const root = emptyFields();
  for (const [key, value] of new URLSearchParams(text)) put(root, splitKey(key), value, key);
  for (const name of Object.keys(root)) root[name] = listed(root[name] ?? '');
  return root;
}

/** Without a prototype: `__proto__` is a name like any other. */
function emptyFields(): FormFields {
  return Object.create(null) as FormFields;
}

function splitKey(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) throw new RangeError(`malformed key ${key}`);
  const [, first = '', rest = ''] = match;
  const names = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name)];
  if (names.length > depthMax) throw new RangeError(`key ${key} is nested too deeply`);
  return names;
}

function put(fields: FormFields, names: string[], value: string, key: string): void {
  const [name = '', ...rest] = names;
  const at = name === '' ? String(Object.keys(fields).length) : name;
  if (rest.length === 0) {
    if (typeof fields[at] === 'object') throw new RangeError(`key ${key} is text and object`);
    fields[at] = value;
    return;
  }
  const inner = (fields[at] ??= emptyFields());
  if (typeof inner === 'string') throw new RangeError(`key ${key} is text and object`);
  put(inner as FormFields, rest, value, key);
}

function listed(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([name], index) => name === String(index))) {
    return entries.map(([, inner]) => listed(inner));
  }
  for (const [name, inner] of entries) value[name] = listed(inner);
  return value;
}
