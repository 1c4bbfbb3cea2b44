/**
 * How a page that is the same for everybody says so, in its own file: `export const cached`. Where
 * none is said, the page is rendered for each request, and may not call `cacheFor`.
 */
export type CachedPage = {
  /** The forms of the path's parameters. At any other address there is no page to keep. */
  params?: Readonly<Record<string, RegExp>>;
  /**
   * The query parameters that it reads, with the values that mean something; or a function that
   * gives the one address of all queries that mean the same. It sees no other.
   */
  query?: Readonly<Record<string, RegExp>> | ((query: URLSearchParams) => string);
};

/** The page of an address, as far as the page cache has to know it. */
export type FoundPage = { cached: CachedPage; params: Record<string, string | undefined> };

/** Finds the page of an address; null where there is none that may be kept. */
export type FindPage = (url: URL) => Promise<FoundPage | null>;

/** The parameters' forms that more than one page has. */
export const slugForm = /^[a-z0-9-]{1,120}$/;
export const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const cursorForm = /^[\w-]{40,120}$/;

/**
 * The key of a request in the page cache: its path and the declared parameters whose value means
 * something, in a fixed order. Null: what is there is not kept. Whatever else stands in the query
 * (a newsletter's mark, an attacker's noise) makes no second copy.
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
