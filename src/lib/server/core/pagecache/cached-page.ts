/**
 * Declaration of a cacheable page, the same for all users, in its own file: `export const cached`.
 * Without it the page is rendered for each request, and may not call `cacheFor`.
 */
export type CachedPage = {
  /** Patterns of the path's parameters. Other addresses are not cached. */
  params?: Readonly<Record<string, RegExp>>;
  /**
   * The query parameters that it reads, with their valid values; or a function that
   * returns the canonical query. It sees no other.
   */
  query?: Readonly<Record<string, RegExp>> | ((query: URLSearchParams) => string);
};

/** The page of an address, as needed by the page cache. */
export type FoundPage = { cached: CachedPage; params: Record<string, string | undefined> };

/** Finds the page of an address; null if it is not cacheable. */
export type FindPage = (url: URL) => Promise<FoundPage | null>;

/** Parameter patterns shared by several pages. */
export const slugForm = /^[a-z0-9-]{1,120}$/;
export const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const cursorForm = /^[\w-]{40,120}$/;
/** A page of a list after the first, which the plain address shows. */
export const listPage = /^(?:[2-9]|[1-9]\d)$/;

/**
 * The cache key of a request: its path and the declared parameters with valid values, in a
 * fixed order. Null: not cacheable. Other parameters (a newsletter's, an attacker's) make no
 * second copy.
 */
export function pageKey(url: URL, { cached, params }: FoundPage): string | null {
  const isMeant = ([name, form]: [string, RegExp]) => form.test(params[name] ?? '');
  if (!Object.entries(cached.params ?? {}).every(isMeant)) return null;
  if (typeof cached.query === 'function') return cached.query(url.searchParams);
  const query = new URLSearchParams();
  for (const [name, form] of Object.entries(cached.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null && form.test(value)) query.set(name, value);
  }
  const tail = query.toString();
  return url.pathname + (tail && `?${tail}`);
}
