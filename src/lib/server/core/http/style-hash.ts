import { createHash } from 'node:crypto';

/** The CSP hash of an inline style sheet. */
export function hashStyle(css: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(css).digest('base64')}`;
}
