/** Which addresses are kept by the page cache, and which query parameters they declare. */
type CachedRoute = {
  path: RegExp;
  parameters: readonly string[];
};

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const slug = '[a-z0-9-]{1,120}';
const parameterMaxCharacters = 200;

const routes: readonly CachedRoute[] = [
  { path: /^\/$/, parameters: ['apres'] },
  { path: new RegExp(`^/novel/${slug}$`), parameters: ['tri', 'page'] },
  { path: new RegExp(`^/chapter/${id}$`), parameters: [] },
  { path: /^\/images\/[0-9a-f]{32}-\d{2,4}\.(?:avif|webp|jpeg)$/, parameters: [] },
  { path: /^\/feed\.xml$/, parameters: [] },
  { path: new RegExp(`^/novel/${slug}/feed\\.xml$`), parameters: [] },
  { path: /^\/sitemap(?:-\d{1,4})?\.xml$/, parameters: [] },
  { path: /^\/robots\.txt$/, parameters: [] },
];

/**
 * The key of a request in the page cache: its path and the parameters that the page declares,
 * in a fixed order. Null: the page is not kept. Other parameters (a newsletter's, an attacker's)
 * make no second copy.
 */
export function pageKey(url: URL): string | null {
  const route = routes.find(({ path }) => path.test(url.pathname));
  if (!route) return null;
  const query = new URLSearchParams();
  for (const name of route.parameters) {
    const value = url.searchParams.get(name);
    if (value === null || value === '') continue;
    if (value.length > parameterMaxCharacters) return null;
    query.set(name, value);
  }
  const tail = query.toString();
  return url.pathname + (tail && `?${tail}`);
}
