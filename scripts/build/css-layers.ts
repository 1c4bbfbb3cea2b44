import type { Plugin } from 'vite';

/**
 * The cascade layers, the weakest first. Sheets name the layer that they belong to; what names none,
 * as the style of an Astro component, is in `local`. `final` is for what holds against everything.
 */
export const cssLayers = ['base', 'components', 'reader', 'local', 'final'] as const;

/** Declares the order of the layers; placed before a page's style sheets, which load in any order. */
export const layerOrder = `@layer ${cssLayers.join(',')};`;

/** A sheet in a layer: where it names none, in `local`. */
export const inLayers = (css: string): string =>
  /@layer\b/.test(css.replace(/\/\*[\s\S]*?\*\//g, '')) ? css : `@layer local{${css}}`;

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
