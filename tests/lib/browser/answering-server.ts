import { vi } from 'vitest';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { handMadeToken } from './hand-made-token.ts';

/**
 * A signed-in page with a server that hands out tokens and answers what a test says; for `openBrowser`
 * before it. Returns the bodies of what was sent to a path, in order.
 */
export function answerCalls(
  person: string,
  answer: (method: string, path: string, body: unknown) => unknown,
) {
  const sent: { path: string; body: unknown }[] = [];
  localStorage.setItem(storageKeys.authToken, handMadeToken({ sub: person, exp: 4e9 }));
  document.documentElement.dataset.session = 'on';
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (path === '/api/csrf-token') return Response.json({ csrfToken: 'c' });
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    if (method !== 'GET') sent.push({ path, body: read });
    const answered = await answer(method, path, read);
    return answered instanceof Response ? answered : Response.json(answered);
  });
  return { bodies: () => sent.map(({ body }) => body) };
}
