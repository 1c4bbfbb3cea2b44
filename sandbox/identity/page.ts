import type { KoaContextWithOIDC } from 'oidc-provider';
import { inlineHash } from '../html.ts';

/** A page of the sandbox. `title` and `body` are HTML; outside input passes `escapeHtml`. */
export type Page = { title: string; body: string; script?: string };

/** The part of Koa's context that a page needs. */
export type Answer = Pick<KoaContextWithOIDC, 'status' | 'type' | 'body' | 'set'>;

const style = `
:root { color-scheme: light dark; --paper: light-dark(#f5f6f8, #15171b); --card: light-dark(#fff, #1f2228);
  --ink: light-dark(#1c1e22, #e8e9ec); --muted: light-dark(#565b64, #a9aeb8); --rule: light-dark(#d4d7dd, #3a3e47);
  --accent: light-dark(#1f4fa8, #9dbdf5); --note: light-dark(#fff1c9, #4a3a09); --note-ink: light-dark(#4d3800, #ffe9ad); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .75rem 1rem; background: var(--note); color: var(--note-ink); text-align: center; font-weight: 600; }
main { max-width: 28rem; margin: 1.5rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--rule); border-radius: 12px; }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.25; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.muted { color: var(--muted); font-size: .875rem; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem; }
fieldset { margin: 0 0 1rem; padding: .5rem 1rem .75rem; border: 1px solid var(--rule); border-radius: 8px; }
fieldset p { margin: .25rem 0 0; }
label { display: flex; align-items: center; gap: .5rem; min-height: 2rem; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 8px; padding: .625rem .875rem; min-height: 2.75rem; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { display: flex; align-items: center; gap: .75rem; width: 100%; text-align: start; }
.face { flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center; background: var(--accent); color: var(--card); font-weight: 600; font-size: .875rem; }
@media (max-width: 30rem) { main { margin: 0; border-width: 0; border-radius: 0; padding: 1.25rem 1rem; } body { background: var(--card); } }
`;

/**
 * Sends a page restricted to its own style and script, with forms that lead to this server or
 * to `siteUrl` (browsers apply `form-action` to the redirects after a form, too).
 */
export function sendPage(ctx: Answer, siteUrl: string, page: Page, status = 200): void {
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${inlineHash(style)}`,
    ...(page.script ? [`script-src ${inlineHash(page.script)}`] : []),
    `form-action 'self' ${siteUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', policy.join('; '));
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${page.title}</title>
<style>${style}</style>
</head>
<body>
${page.body}
${page.script ? `<script>${page.script}</script>` : ''}
</body>
</html>`;
}

/** The frame of every page: it says that nothing here is real. */
export function inFrame(providerName: string, content: string): string {
  return `<header><p class="notice">Bac à sable&nbsp;: faux compte ${providerName}, pour la démonstration</p></header>
<main>
${content}
</main>`;
}
