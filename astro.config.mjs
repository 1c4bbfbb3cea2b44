import { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { bundleFirstPaint } from './scripts/build/first-paint.ts';
import { bundleScript } from './scripts/build/inline-script.ts';
import { islandRuntime } from './scripts/build/island-runtime.ts';
import { cssLayersPlugin, layerOrder } from './scripts/build/css-layers.ts';
import { lightContracts } from './scripts/build/light-contracts.ts';
import { moduleGroups } from './scripts/build/module-groups.ts';
import { webFontFiles } from './scripts/build/web-fonts.ts';

const fonts = await webFontFiles();

const firstPaint = await bundleFirstPaint(fonts.folder);
const wayBack = await bundleScript('src/lib/browser/home/way-back.ts', {});
const withoutRuntime = await bundleScript('src/lib/browser/islands/without-runtime.ts', {});

/** What the policy names a script or a style sheet by that stands in a page. */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** React, with a client of ours that puts each island into an error boundary. */
const reactWithBoundaries = () => {
  const integration = react();
  const setup = integration.hooks['astro:config:setup'];
  const clientEntrypoint = '#islands/ui/island-client.tsx';
  integration.hooks['astro:config:setup'] = (options) =>
    setup({
      ...options,
      addRenderer: (renderer) => options.addRenderer({ ...renderer, clientEntrypoint }),
    });
  return integration;
};

/** How islands wake up besides Astro's own ways (design section 5), and what wakes them. */
const islands = {
  name: 'feuilleton-islands',
  hooks: {
    'astro:config:setup': async ({ addClientDirective, command, updateConfig }) => {
      for (const name of ['signed-in', 'intent']) {
        addClientDirective({ name, entrypoint: `./src/lib/browser/islands/on-${name}.ts` });
      }
      const { script, plugin } = await islandRuntime(command);
      updateConfig({
        security: { csp: { scriptDirective: { hashes: [hashOf(script)] } } },
        vite: { plugins: [plugin] },
      });
    },
  },
};

/**
 * Vite's wrapper of `import()` is 760 bytes that fetch a module's own imports and style sheets
 * alongside it. No module of ours has a sheet beside it (they come `?inline`), and a page that
 * loads one when a button is pressed need not pay for the others' sake.
 */
const plainImports = {
  name: 'feuilleton-plain-imports',
  enforce: 'pre',
  configEnvironment: () => ({ build: { modulePreload: false } }),
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

/**
 * The server is one bundle, but for what cannot go into it: native code, and packages that read files
 * beside themselves. The development server takes packages as they are.
 */
const oneBundle = {
  name: 'feuilleton-one-bundle',
  apply: 'build',
  config: () => ({
    ssr: {
      noExternal: true,
      external: ['sharp', 'pdfkit'],
    },
  }),
};

/** Files of the server have no hash, which would be of paths on the machine that builds. */
const plainNames = {
  name: 'feuilleton-plain-names',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'ssr'
      ? {
          build: {
            rolldownOptions: {
              output: {
                chunkFileNames: (chunk) => `chunks/${chunk.name.replaceAll(/[^\w.-]+/g, '_')}.mjs`,
              },
            },
          },
        }
      : undefined,
};

/** The files of the browser's modules; of anonymous readers' pages too. */
const groupedModules = {
  name: 'feuilleton-grouped-modules',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              optimization: { inlineConst: { mode: 'all', pass: 2 } },
              preserveEntrySignatures: 'allow-extension',
              output: { codeSplitting: { groups: moduleGroups } },
            },
          },
        }
      : undefined,
};

/**
 * The kit's examples, in development only; and a route for all other addresses, in builds only: in
 * development it would answer for every page that cannot be parsed, instead of its error.
 */
const routesOfOne = {
  name: 'feuilleton-routes-of-one',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      const isDev = command === 'dev';
      injectRoute({
        pattern: isDev ? '/_kit' : '/[...missing]',
        entrypoint: isDev
          ? new URL('./src/components/KitGallery.astro', import.meta.url)
          : new URL('./src/components/MissingRoute.astro', import.meta.url),
        prerender: false,
      });
    },
  },
};

/**
 * Development has no policy: Vite's own scripts and styles would have to be named by it. Astro's toolbar
 * would lie over the reader's control bar.
 */
const development = {
  name: 'feuilleton-development',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'dev') return;
      updateConfig({ security: { csp: false }, devToolbar: { enabled: false } });
    },
  },
};

/** `@astrojs/node` with an entry of our own, so that the whole server is one bundle. */
const server = {
  name: 'feuilleton-server',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ build: { redirects: false } });
    },
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: new URL('./src/lib/server/entry.ts', import.meta.url),
      });
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: server,
  session: false,
  integrations: [reactWithBoundaries(), islands, routesOfOne, development],
  trailingSlash: 'never',
  // No page has code to colour, and Shiki's inline styles would break the policy.
  markdown: { syntaxHighlight: false },
  build: {
    format: 'file',
    // The text must not wait for a second request: every page brings its own CSS.
    inlineStylesheets: 'always',
  },
  security: {
    // src/middleware.ts checks instead: one route takes a cross-site form post.
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "worker-src 'self'",
      ],
      scriptDirective: {
        resources: ["'self'"],
        hashes: [hashOf(firstPaint), hashOf(wayBack), hashOf(withoutRuntime)],
      },
      styleDirective: { resources: ["'self'"], hashes: [hashOf(layerOrder)] },
    },
  },
  vite: {
    build: { assetsInlineLimit: 0 },
    plugins: [
      cssLayersPlugin,
      lightContracts,
      plainImports,
      oneBundle,
      groupedModules,
      plainNames,
      fonts.plugin,
    ],
    define: {
      __CSS_LAYERS__: JSON.stringify(layerOrder),
      __FIRST_PAINT__: JSON.stringify(firstPaint),
      __FONTS__: JSON.stringify(fonts.folder),
      __WAY_BACK__: JSON.stringify(wayBack),
      __WITHOUT_RUNTIME__: JSON.stringify(withoutRuntime),
    },
  },
});
