import type { RouteData, SSRManifest } from 'astro';
import type { CachedPage, FindPage } from './cached-page.ts';

/** The required part of Astro's app. */
type AstroPages = {
  manifest: Pick<SSRManifest, 'pageMap'>;
  match: (request: Request) => RouteData | undefined;
};

/** Reads the pages' declarations from their modules, lazily and once each. */
export function createFindPage(astro: AstroPages): FindPage {
  const declared = new Map<string, CachedPage | null>();

  async function declarationOf({ component }: RouteData): Promise<CachedPage | null> {
    const known = declared.get(component);
    if (known !== undefined) return known;
    const load = astro.manifest.pageMap?.get(component);
    const page = load ? await (await load()).page() : {};
    const cached = ('cached' in page ? page.cached : null) as CachedPage | null;
    declared.set(component, cached);
    return cached;
  }

  return async (url) => {
    const route = astro.match(new Request(url));
    if (route?.type !== 'page' && route?.type !== 'endpoint') return null;
    const cached = await declarationOf(route);
    if (!cached) return null;
    const [, ...values] = route.pattern.exec(url.pathname) ?? [];
    return {
      cached,
      params: Object.fromEntries(route.params.map((name, at) => [name, values[at]])),
    };
  };
}
