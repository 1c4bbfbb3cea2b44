import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Bundles a script that pages carry in themselves, as short as it gets.
 *
 * @param path of the source, from the project's root.
 * @param define constants that the script reads as globals.
 */
export async function bundleScript(
  path: string,
  define: Record<string, unknown>,
  { format = 'iife', plugins = [] }: { format?: 'iife' | 'es'; plugins?: Plugin[] } = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      // No browser since 2019 stumbles over it: a script that cannot be read does nothing at all.
      target: 'es2019',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../../${path}`, import.meta.url)),
        output: { format },
      },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${path} was not bundled`);
  return bundle.output[0].code.trim();
}
