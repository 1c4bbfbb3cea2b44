import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumSwitches, findChromium } from './scripts/chromium.ts';

/** Components in a browser: the kit's examples, and the states of islands (design section 16). */
export default defineConfig({
  define: { __FONTS__: '"/fonts/"' },
  optimizeDeps: {
    // Found while a test runs, a package would reload the page under it.
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'vitest-browser-react',
      'axe-core',
      'nanostores',
      '@nanostores/react',
      'zod',
    ],
  },
  test: {
    include: ['tests/islands/**/*.test.tsx'],
    setupFiles: ['tests/islands/world/setup.ts'],
    allowOnly: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      testerHtmlPath: 'tests/islands/world/page.html',
      provider: playwright({
        launchOptions: { executablePath: await findChromium(), args: chromiumSwitches },
        contextOptions: { locale: 'fr-FR', timezoneId: 'Europe/Paris' },
        actionTimeout: 5_000,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 360, height: 740 } }],
    },
  },
});
