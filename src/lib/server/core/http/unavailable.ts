import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalStatus, type RefusalCode } from '#shared/contracts/refusals.ts';
import { messages } from '#shared/messages.ts';
import { refusalBody } from './refusal.ts';

/** Seconds after which what needs the database may be asked for again. */
export const retryAfter = '10';

/** The specification's sentences for pages that could not be loaded, by their addresses. */
const unloaded: readonly [RegExp, string][] = [
  [/^\/(?:$|(?:romans|genre|tag|auteur)(?:\/|$))/, messages.novelsFailed],
  [/^\/novel\//, messages.novelFailed],
  [/^\/chapter\//, messages.chapterFailed],
  [/^\/item$/, messages.itemsFailed],
  [/^\/item\//, messages.itemFailed],
];

/** What the maintenance page says of this request, if anything. */
export function findUnloaded(request: IncomingMessage): string | undefined {
  const path = pathOf(request);
  return unloaded.find(([form]) => form.test(path))?.[1];
}

/** Whether a person sees the answer. Of routes below `/api/`, some are opened as pages: sign-in. */
export function showsPage(request: IncomingMessage): boolean {
  const isCall = pathOf(request).startsWith('/api/');
  return isCall ? !!request.headers.accept?.includes('text/html') : !isFileName(request);
}

/** Whether a path is a file's: a crawler or an image request needs no HTML page. */
export function isFileName(request: IncomingMessage): boolean {
  return /\.\w+$/.test(pathOf(request));
}

/** The path without its query, which may contain private data. */
function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}

/** Sends a refusal as JSON. */
export function sendRefusal(response: ServerResponse, code: RefusalCode, message: string): void {
  response.writeHead(refusalStatus[code], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(refusalBody({ refusal: code, message })));
}
