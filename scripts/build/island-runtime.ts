/** The runtime of islands as a file that is loaded when an island hydrates, and what loads it. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { bundleScript } from './inline-script.ts';

const source = 'src/lib/browser/islands/runtime.ts';
/** Where Astro has its runtime as a text, to write into every page with an island. */
const astrosOwn = /\/astro\/dist\/runtime\/server\/astro-island\.prebuilt(?:-dev)?\.js$/;

/** @param command of Astro's: its development server takes the runtime from the sources. */
export async function islandRuntime(command: string): Promise<{ script: string; plugin: Plugin }> {
  const define = { 'process.env.NODE_ENV': 'production' };
  const runtime = await bundleScript(source, define, { format: 'es' });
  const hash = createHash('sha256').update(runtime).digest('hex').slice(0, 8);
  const fileName = `_astro/islands.${hash}.js`;
  const address = command === 'dev' ? `/${source}` : `/${fileName}`;
  const script = await bundleScript('src/lib/browser/islands/wake.ts', {
    __ISLAND_RUNTIME__: address,
  });
  let isUsed = false;
  const plugin: Plugin = {
    name: 'feuilleton-island-runtime',
    enforce: 'pre',
    // Found by the first page, it would reload that in the development server.
    config: () => ({ optimizeDeps: { include: ['astro/runtime/server/astro-island.js'] } }),
    load: (id) => {
      if (!astrosOwn.test(id)) return null;
      isUsed = true;
      return `export default ${JSON.stringify(script)};`;
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      // Another Astro may have it elsewhere.
      if (!isUsed) throw new Error('pages would carry Astro’s own runtime of islands');
      this.emitFile({ type: 'asset', fileName, source: runtime });
    },
  };
  return { script, plugin };
}
