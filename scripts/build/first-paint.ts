import type { Plugin } from 'vite';
import * as rules from '#shared/reading/first-paint-rules.ts';
import { bundleScript } from './inline-script.ts';

/** Writes the values of a module into the script instead of how they come about. */
const inlineRules: Plugin = {
  name: 'feuilleton-inline-rules',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/first-paint-rules.ts')
      ? Object.entries(rules)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : null,
};

/** The script that every page begins with. @param fonts the folder of the web fonts. */
export function bundleFirstPaint(fonts: string): Promise<string> {
  const define = { __FONTS__: fonts };
  return bundleScript('src/lib/browser/first-paint.ts', define, { plugins: [inlineRules] });
}
