import type { ServerResponse } from 'node:http';
import { inlineHash } from './html.ts';

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
  script?: string;
};

const notice = 'Bac à sable : aucune carte n’est débitée';

/** Of a page restricted to its own style and script: no external resources. */
export function pageHeaders({ formTargets = [], hasFrames, script }: Page): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${inlineHash(style)}`,
    ...(script === undefined ? [] : [`script-src ${inlineHash(script)}`]),
    ["form-action 'self'", ...formTargets].join(' '),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin',
  };
}

export function pageHtml(page: Page): string {
  return `<!doctype html>
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
${page.script === undefined ? '' : `<script>${page.script}</script>`}
</body>
</html>`;
}

/** Sends a page. Its status is 200 for refusals too: a browser would report a failed page otherwise. */
export function sendPage(response: ServerResponse, page: Page, status = 200): void {
  response.writeHead(status, pageHeaders(page)).end(pageHtml(page));
}

/** Redirects to an address by GET, after a form. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}

/** Of all pages: one column on a phone, two on wider screens. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(#f5f6f8, #15171b); --card: light-dark(#fff, #1f2228);
  --ink: light-dark(#1c1e22, #e8e9ec); --muted: light-dark(#565b64, #a9aeb8); --rule: light-dark(#c9cdd5, #464b56);
  --accent: light-dark(#4338a8, #b3abff); --on-accent: light-dark(#fff, #17132e); --note: light-dark(#fff1c9, #4a3a09);
  --note-ink: light-dark(#4d3800, #ffe9ad); --bad: light-dark(#a3161f, #ff9d9d); --chosen: light-dark(#f0eefc, #2b2846); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .625rem 1rem; background: var(--note); color: var(--note-ink); text-align: center; font-weight: 600; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 2.5rem; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
.narrow { max-width: 30rem; margin-inline: auto; }
.panel { background: var(--card); border: 1px solid var(--rule); border-radius: 14px; padding: 1.25rem; }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; line-height: 1.3; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.muted { color: var(--muted); font-size: .9375rem; }
.amount { margin: 0 0 1rem; font-size: 2.25rem; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .625rem 0; border-top: 1px solid var(--rule); }
.lines li:last-child { font-weight: 700; }
.lines span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; display: grid; gap: .5rem; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--rule); border-radius: 10px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--chosen); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); outline: none; }
.choice small { display: block; color: var(--muted); font-size: .875rem; }
.choice .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.typed { display: none; grid-template-columns: 1fr 1fr; gap: .75rem; margin-bottom: 1rem; }
form:has([value=typed]:checked) .typed { display: grid; }
.field { display: grid; align-content: start; gap: .25rem; margin: 0 0 .75rem; min-width: 0; }
.typed .field { margin: 0; }
.wide { grid-column: 1 / -1; }
.field label { font-weight: 600; font-size: .9375rem; }
input:not([type=radio]) { width: 100%; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--muted); border-radius: 8px; }
[aria-invalid=true] { border-color: var(--bad) !important; }
.error { margin: 0; color: var(--bad); font-size: .9375rem; }
.alert { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--bad); border-radius: 10px; color: var(--bad); font-weight: 600; }
.actions { display: grid; gap: .5rem; }
button, .button { display: block; width: 100%; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--ink); background: none; border: 1px solid var(--muted); border-radius: 10px; padding: .625rem 1rem; min-height: 2.75rem; cursor: pointer; }
button.main, .button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
table { width: 100%; min-width: 46rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem; text-align: start; border-top: 1px solid var(--rule); white-space: nowrap; }
td:last-child { width: 1%; }
.scroll { overflow-x: auto; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
td .row { flex-wrap: nowrap; }
.row button { width: auto; min-height: 2.25rem; padding: .25rem .75rem; font-size: .9375rem; }
main:has(table) { max-width: 76rem; }
pre.mail { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe.mail { width: 100%; height: 34rem; border: 1px solid var(--rule); border-radius: 8px; background: #fff; }
.mail-headers { padding: 0; list-style: none; font-size: .875rem; overflow-wrap: anywhere; }
.mail-headers span:first-child { color: var(--muted); }
.people { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem; }
.person { display: flex; align-items: center; gap: .75rem; text-align: start; }
.face { flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center; background: var(--accent); color: var(--card); font-size: .875rem; }
@media (min-width: 48rem) { .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 2.5rem; } main { padding-top: 2.5rem; } .panel { padding: 1.75rem; } }
`;
