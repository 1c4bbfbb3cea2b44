import { narrowPolicy } from './page-policy.ts';

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
