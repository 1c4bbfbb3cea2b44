import { createHash, randomUUID } from 'node:crypto';
import type { App } from '#server/app.ts';
import type { RenderedPage } from '../pagecache/stored-page.ts';

/** Renders a page or calls an endpoint: Astro's `App.render` in the running server. */
export type Render = (request: Request, locals: App.Locals) => Promise<Response>;

/** Renders pages without cookies or headers of a visitor, so that the result may be sent to everyone. */
export function createPageRenderer(app: App, render: Render) {
  async function renderFrom(
    source: App,
    path: string,
    state: Partial<App.Locals>,
  ): Promise<RenderedPage> {
    const tags = new Set<string>();
    const locals: App.Locals = {
      app: source,
      requestId: randomUUID(),
      address: 'page',
      tags,
      ...state,
    };
    const { status, headers, body } = await collect(render, path, locals);
    return {
      status,
      headers: { ...headers, ...app.purger?.headersOf([...tags]) },
      body,
      tags: [...tags],
      ...(locals.route !== undefined && { route: locals.route }),
    };
  }

  return {
    /**
     * From the replica if that has what is needed.
     * @param path path and query on this site.
     */
    renderPage: async (path: string, state: Partial<App.Locals> = {}): Promise<RenderedPage> => {
      const page = await app.replica?.read(async (db) => {
        const rendered = await renderFrom({ ...app, db }, path, state);
        // The page caught a failure of the replica's.
        if (rendered.status >= 500) throw new Error(`a page has status ${rendered.status}`);
        return rendered;
      });
      return page ?? renderFrom(app, path, state);
    },
    /** A page that reads no data, for which no replica is waited. */
    renderWithoutData: (path: string, state: Partial<App.Locals> = {}): Promise<RenderedPage> =>
      renderFrom(app, path, state),
  };
}

async function collect(render: Render, path: string, locals: App.Locals) {
  const request = new Request(new URL(path, 'http://localhost'), {
    headers: { accept: 'text/html' },
  });
  const response = await render(request, locals);
  const headers = Object.fromEntries(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  const policy = headers['content-security-policy'];
  if (policy) headers['content-security-policy'] = narrowPolicy(policy, body.toString());
  return { status: response.status, headers, body };
}

/**
 * An inline element, and in the second group its text. Looks ahead instead of consuming it: an attribute
 * may contain `<style>`, and the element after it has to be found too.
 */
const inlineElement = /<(script|style)\b[^>]*>(?=([\s\S]*?)<\/\1>)/g;
const hashSource = / 'sha256-[\w+/=]+'/g;

/**
 * A page's policy without the hashes of scripts and styles that other pages have: Astro names those of
 * the whole site, two kilobytes in the headers of each page. Only removes; `html` is what is sent.
 */
export function narrowPolicy(policy: string, html: string): string {
  const used = new Set<string>();
  for (const [, , text = ''] of html.matchAll(inlineElement)) {
    used.add(createHash('sha256').update(text).digest('base64'));
  }
  return policy.replaceAll(hashSource, (source) =>
    used.has(source.slice(" 'sha256-".length, -1)) ? source : '',
  );
}
