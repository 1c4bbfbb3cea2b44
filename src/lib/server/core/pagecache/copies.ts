/**
 * Cached copies of one path with different queries. Search queries are unbounded: they must not
 * evict everything else.
 */
export const copiesPerPathMax = 256;

/** Keys with a query by their path, least recently used first. */
export function createCopies() {
  const byPath = new Map<string, Set<string>>();
  const pathOf = (key: string) => {
    const at = key.indexOf('?');
    return at < 0 ? null : key.slice(0, at);
  };
  return {
    /** Records a use; returns the key to evict, if any. */
    note: (key: string): string | null => {
      const path = pathOf(key);
      if (path === null) return null;
      const keys = byPath.get(path) ?? new Set();
      keys.delete(key);
      keys.add(key);
      byPath.set(path, keys);
      const [oldest] = keys;
      return keys.size > copiesPerPathMax && oldest !== undefined ? oldest : null;
    },
    forget: (key: string): void => {
      const path = pathOf(key);
      if (path === null) return;
      const keys = byPath.get(path);
      keys?.delete(key);
      if (keys?.size === 0) byPath.delete(path);
    },
    clear: () => byPath.clear(),
  };
}
