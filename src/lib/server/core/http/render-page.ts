import { createHash } from 'node:crypto';

/** Renders a page or calls an endpoint: Astro's `App.render` in the running server. */
export type Render = (request: Request, locals: App.Locals) => Promise<Response>;

/** Astro's response, collected instead of sent. */
export type CollectedAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * Renders a page for the page cache without cookies or headers of a visitor, so the result may
 * be sent to everyone.
 *
 * @param path path and query on this site.
 */
export async function renderForCache(
  render: Render,
  path: string,
  locals: App.Locals,
): Promise<CollectedAnswer> {
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
