import type { ServerResponse } from 'node:http';
import { inlineHash } from '#sandbox/html.ts';
import { style } from './style.ts';

/**
 * A page; `title` and `body` are HTML, `formTargets` the origins that a form's redirect may lead
 * to. `notice` stands above it; with `hasFrames` it may show other pages of the stand-in in frames.
 */
export type Page = {
  title: string;
  body: string;
  formTargets?: readonly string[];
  notice?: string;
  hasFrames?: boolean;
};

const notice = 'Bac à sable : aucune carte n’est débitée';

/**
 * Sends a page without scripts and external resources. Its status is 200 for refusals too: a
 * browser would report a failed page otherwise.
 */
export function sendPage(response: ServerResponse, page: Page, status = 200): void {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${inlineHash(style)}`,
    ["form-action 'self'", ...(page.formTargets ?? [])].join(' '),
    ...(page.hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin',
  }).end(`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${page.title}</title>
<style>${style}</style>
</head>
<body>
<header><p class="notice">${page.notice ?? notice}</p></header>
<main>
${page.body}
</main>
</body>
</html>`);
}

/** Redirects to an address by GET, after a form. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}
