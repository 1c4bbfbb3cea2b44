import type { Plugin } from 'vite';

/**
 * The cascade layers, the weakest first. Sheets name the layer that they belong to; what names none,
 * as the style of an Astro component, is in `local`. `final` is for what holds against everything.
 */
export const cssLayers = ['tokens', 'base', 'components', 'reader', 'local', 'final'] as const;

const order = `@layer ${cssLayers.join(',')};`;

/** A sheet with the order of all layers before it, whichever comes first on a page, and in one of them. */
export function inLayers(css: string): string {
  return order + (/@layer\b/.test(css) ? css : `@layer local{${css}}`);
}

const isSheet = /\.css(?:$|\?)(?!.*\b(?:raw|url)\b)/;

/** Puts every sheet of ours into its layer (docs/how-to/css.md). */
export const cssLayersPlugin: Plugin = {
  name: 'feuilleton-css-layers',
  enforce: 'pre',
  transform: (css, id) =>
    isSheet.test(id.replace('&lang.css', '.css')) && !id.includes('/node_modules/')
      ? { code: inLayers(css), map: null }
      : null,
};
