/** Chapters and novels for which a browser stores what was read last. Here, as a public page needs it. */
export const storedPlacesMax = 200;

/** Reads local storage; null if nothing is stored or storage is unavailable. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes local storage, or removes the key for null. Full or unavailable storage is ignored. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private browsing or a full quota: the page works without stored state.
  }
}
