import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const firstPaint = readFileSync(new URL('./src/lib/browser/first-paint.js', import.meta.url));
const firstPaintHash = `sha256-${createHash('sha256').update(firstPaint).digest('base64')}`;

/** How islands wake up besides Astro's own ways (design section 5). */
const directives = {
  name: 'feuilleton-directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['signed-in', 'intent']) {
        addClientDirective({ name, entrypoint: `./src/lib/browser/directives/${name}.ts` });
      }
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({
    mode: 'middleware',
    bodySizeLimit: 1024 * 1024,
    // Pages are collected whole: one that fails in the middle is an error page, not half a page.
    experimentalDisableStreaming: true,
  }),
  integrations: [react(), directives],
  trailingSlash: 'never',
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
      ],
      scriptDirective: { resources: ["'self'"], hashes: [firstPaintHash] },
      styleDirective: { resources: ["'self'"] },
    },
  },
  vite: {
    build: { assetsInlineLimit: 0 },
  },
});
