import { createHash } from 'node:crypto';

/**
 * An inline element, and in the second group its text. Looks ahead instead of consuming it: an attribute
 * may contain `<style>`, and the element after it has to be found too.
 */
const inlineElement = /<(script|style)\b[^>]*>(?=([\s\S]*?)<\/\1>)/g;
const hashSource = / 'sha256-[\w+/=]+'/g;

/**
 * A page's policy without the hashes of scripts and styles that other pages have: Astro names those of
 * the whole site, two kilobytes in the headers of each page. Only removes; `html` is what is sent.
 */
export function narrowPolicy(policy: string, html: string): string {
  const used = new Set<string>();
  for (const [, , text = ''] of html.matchAll(inlineElement)) {
    used.add(createHash('sha256').update(text).digest('base64'));
  }
  return policy.replaceAll(hashSource, (source) =>
    used.has(source.slice(" 'sha256-".length, -1)) ? source : '',
  );
}
