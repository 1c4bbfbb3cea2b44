import { catalogueAddress, parseCatalogueQuery } from '../catalogue/catalogue-query.ts';

/** A page that is kept, and the query parameters it declares with the values that mean something. */
type CachedRoute = {
  path: RegExp;
  /** A function gives the page's one address for all queries that mean the same. */
  parameters: Readonly<Record<string, RegExp>> | ((query: URLSearchParams) => string);
};

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const slug = '[a-z0-9-]{1,120}';
const none = {};

const routes: readonly CachedRoute[] = [
  { path: /^\/$/, parameters: { apres: /^[\w-]{40,120}$/ } },
  {
    path: /^\/romans$/,
    parameters: (query) => catalogueAddress(parseCatalogueQuery(query)),
  },
  {
    path: new RegExp(`^/novel/${slug}$`),
    // Ascending order and the first page are what the plain address shows.
    parameters: { tri: /^desc$/, page: /^(?:[2-9]|[1-9]\d{1,3})$/ },
  },
  { path: new RegExp(`^/chapter/${id}$`), parameters: none },
  { path: /^\/item$/, parameters: { apres: /^[\w-]{40,120}$/ } },
  { path: new RegExp(`^/item/${id}$`), parameters: none },
  { path: /^\/images\/[0-9a-f]{32}-\d{2,4}\.(?:avif|webp|jpeg)$/, parameters: none },
  { path: /^\/feed\.xml$/, parameters: none },
  { path: new RegExp(`^/novel/${slug}/feed\\.xml$`), parameters: none },
  { path: /^\/sitemap(?:-[1-9]\d{0,3})?\.xml$/, parameters: none },
  { path: /^\/robots\.txt$/, parameters: none },
];

/** Whether a page is behind the access guard (specification, section 2): novels and chapters. */
export function isBehindLock(url: URL): boolean {
  return url.pathname.startsWith('/novel/') || url.pathname.startsWith('/chapter/');
}

/** Whether a page's key is that of a chapter: its text is worth taking away. */
export function isChapterKey(key: string): boolean {
  return key.startsWith('/chapter/');
}

/**
 * The key of a request in the page cache: its path and the declared parameters whose value means
 * something, in a fixed order. Null: the page is not kept. Whatever else stands in the query (a
 * newsletter's mark, an attacker's noise) makes no second copy.
 */
export function pageKey(url: URL): string | null {
  const route = routes.find(({ path }) => path.test(url.pathname));
  if (!route) return null;
  if (typeof route.parameters === 'function') return route.parameters(url.searchParams);
  const query = new URLSearchParams();
  for (const [name, form] of Object.entries(route.parameters)) {
    const value = url.searchParams.get(name);
    if (value !== null && form.test(value)) query.set(name, value);
  }
  const tail = query.toString();
  return url.pathname + (tail && `?${tail}`);
}
