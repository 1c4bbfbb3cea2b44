import { createHash } from 'node:crypto';

/** What a policy names a style sheet by that stands in the page. */
export function hashStyle(css: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(css).digest('base64')}`;
}
