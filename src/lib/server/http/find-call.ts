import type { RouteData, SSRManifest } from 'astro';
import { answerOfRoute, type AnswerCall } from './endpoint.ts';

/** A call's endpoint, the parameters in its address, and the pattern for log and metrics. */
type FoundCall = {
  answer: AnswerCall;
  params: Record<string, string | undefined>;
  route: string;
};

/** Finds the endpoint of a call; null if there is none that `endpoint` made. */
export type FindCall = (method: string, pathname: string) => Promise<FoundCall | null>;

/** The required part of Astro's app. */
type AstroRoutes = { manifest: Pick<SSRManifest, 'pageMap' | 'routes'> };

/**
 * Finds endpoints as Astro does, so that a call is answered without all that Astro does for a page.
 * Whatever is found nowhere here is Astro's to answer.
 */
export function createFindCall({ manifest }: AstroRoutes): FindCall {
  const calls = manifest.routes
    .map(({ routeData }) => routeData)
    .filter(({ type, route }) => type === 'endpoint' && route.startsWith('/api/'));
  const modules = new Map<string, Record<string, unknown>>();

  async function loadModule({ component }: RouteData): Promise<Record<string, unknown>> {
    const loaded = modules.get(component);
    if (loaded) return loaded;
    const page = await manifest.pageMap?.get(component)?.();
    const module = ((await page?.page()) ?? {}) as Record<string, unknown>;
    modules.set(component, module);
    return module;
  }

  return async (method, pathname) => {
    const path = decodeURI(pathname);
    for (const call of calls) {
      const match = call.pattern.exec(path);
      if (!match) continue;
      const module = await loadModule(call);
      const answer = answerOfRoute(module[method === 'HEAD' ? 'GET' : method]);
      if (!answer) return null;
      const params = Object.fromEntries(call.params.map((name, at) => [name, match[at + 1]]));
      return { answer, params, route: call.route };
    }
    return null;
  };
}
