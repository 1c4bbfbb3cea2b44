import type { APIContext, APIRoute } from 'astro';
import type { App } from '#server/app.ts';
import { findCall } from '#server/calls.ts';
import { toWebResponse } from '#server/core/http/call-response.ts';

type RouteModule = Partial<Record<string, APIRoute>>;

const modules = import.meta.glob<RouteModule>([
  '/src/pages/**/*.ts',
  '/src/pages/.well-known/*.ts',
]);

const routes = Object.entries(modules)
  .map(([file, load]) => ({ ...toPattern(file), load }))
  .toSorted((a, b) => a.dynamicParts - b.dynamicParts);

/**
 * Sends a real Request to the real endpoint at its address and returns the real Response.
 * `address` is the caller's, for the rate limit; `params` are those that Astro found, where they differ.
 */
export async function callEndpoint(
  app: App,
  path: string,
  init: RequestInit & { address?: string; params?: Record<string, string> } = {},
): Promise<Response> {
  const { address = '192.0.2.1', params, ...rest } = init;
  const request = new Request(new URL(path, app.config.siteUrl), rest);
  const url = new URL(request.url);
  const locals: App.Locals = { app, requestId: 'test', address, tags: new Set() };
  const call = findCall(request.method, url.pathname);
  if (call && call !== 'other-method') {
    const found = { ...call.params, ...params };
    return toWebResponse(await call.endpoint.answer({ locals, request, url, params: found }));
  }
  for (const { pattern, load } of routes) {
    const match = pattern.exec(url.pathname);
    if (!match) continue;
    const module = await load();
    // As Astro does: HEAD falls back to GET.
    const byGet = request.method === 'HEAD' ? module.GET : undefined;
    const route = module[request.method] ?? module.ALL ?? byGet;
    if (!route) return new Response(null, { status: 404 });
    // Astro would render that page instead; here only its address and status are returned.
    const rewrite = ({ method, url: to }: Request) => {
      const { pathname, search } = new URL(to);
      const page = `${method} ${pathname}${search}${locals.rateLimited ? ', rate limited' : ''}`;
      return Promise.resolve(new Response('', { headers: { 'x-rewritten-to': page } }));
    };
    // The part of Astro's context that endpoints read.
    const parts = { request, url, params: { ...match.groups, ...params }, locals, rewrite };
    const context = parts as unknown as APIContext;
    return await route(context);
  }
  throw new Error(`no endpoint at ${path}`);
}

/** A body that is sent once its reading has begun and `act` is done. */
export function bodyAfter(act: () => PromiseLike<unknown>, body: unknown) {
  const pull = async (stream: ReadableStreamDefaultController) => {
    await act();
    stream.enqueue(Buffer.from(JSON.stringify(body)));
    stream.close();
  };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' };
}

function toPattern(file: string): { pattern: RegExp; dynamicParts: number } {
  const path = file
    .replace(/^\/src\/pages/, '')
    .replace(/\.ts$/, '')
    .replace(/\/index$/, '');
  const source = path
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\[\\\.\\\.\\\.(\w+)\]/g, '(?<$1>.*)')
    .replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)');
  const rest = path.includes('[...') ? 10 : 0;
  return { pattern: new RegExp(`^${source}$`), dynamicParts: path.split('[').length - 1 + rest };
}
