import type { TestBrowser } from '../world/people.ts';

/** A response over the network, its body parsed if it is JSON. */
export type Told = { status: number; body: Record<string, unknown>; text: string };

/** Requests a server or the proxy as a browser of ours would; throws without a response. */
export async function askOver(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Told> {
  const response = await fetch(url + path, {
    method,
    // nginx keeps the old configuration for open connections.
    headers: { ...headers, connection: 'close' },
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    text,
    body: isJson ? (JSON.parse(text) as Told['body']) : {},
  };
}

export type Asked = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: TestBrowser['headers'];
  body?: object;
};
