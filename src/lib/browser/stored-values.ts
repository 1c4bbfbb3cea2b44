/** Session storage, and what is parsed of it and of local storage. Not for public pages, which count bytes. */

/** Of this tab; null if nothing is stored, or storage is unavailable. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes for this tab, or removes for null. Full or unavailable storage is ignored. */
export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Private browsing or a full quota: the page works without it.
  }
}

/** Reads what applies once, and removes it. */
export function takeTab(key: string): string | null {
  const value = readTab(key);
  if (value !== null) writeTab(key, null);
  return value;
}

/** A stored JSON value; null for none, or an invalid one. */
export function parseJson(stored: string | null): unknown {
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}

/** The fields of a stored object; none for anything else. */
export function parseFields(stored: string | null): Partial<Record<string, unknown>> {
  const value = parseJson(stored);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
