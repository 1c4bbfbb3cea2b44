import { createHash } from 'node:crypto';

/** Text escaped for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The CSP hash of an inline style or script. */
export function inlineHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
