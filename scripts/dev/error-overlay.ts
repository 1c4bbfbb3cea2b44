import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import { z } from 'zod';

/** An error as the overlay shows it. `stack`: lines beginning with “at”, in the files of the sources. */
export type Failure = { name: string; message: string; stack: string };

type Place = { file: string; line: number; column: number };

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What Vite's client sends of an error in the page that nothing has caught. */
const pageError = z.object({
  type: z.enum(['error', 'unhandled-rejection']),
  data: z.object({ name: z.string(), message: z.string(), stack: z.string().optional() }),
});

/**
 * Shows an error over the pages that are open, by Astro's overlay. One without a place in the
 * sources (a browser's own) stands on the terminal alone.
 */
export function showFailure(server: ViteDevServer, { name, message, stack }: Failure): void {
  const loc = findPlace(stack);
  if (loc === null) return;
  // Astro adds the lines around the place.
  const err = { name, message, stack: `${name}: ${message}\n${stack}`, loc };
  server.environments.client.hot.send({ type: 'error', err });
}

/** Shows what islands and other scripts throw in the page, which Vite only prints. */
export const pageErrors: Plugin = {
  name: 'feuilleton-page-errors',
  config: () => ({ server: { forwardConsole: { unhandledErrors: true } } }),
  configureServer(server) {
    server.environments.client.hot.on('vite:forward-console', (sent: unknown) => {
      const parsed = pageError.safeParse(sent);
      if (!parsed.success) return;
      const { name, message, stack = '' } = parsed.data.data;
      void inSources(server, stack).then((mapped) =>
        showFailure(server, { name, message, stack: mapped }),
      );
    });
  },
};

/** The first place of a stack in our own files. */
function findPlace(stack: string): Place | null {
  for (const [, file = '', line, column] of stack.matchAll(/(\/[^\s():]+):(\d+):(\d+)/g)) {
    if (file.startsWith(root) && !file.includes('/node_modules/')) {
      return { file, line: Number(line), column: Number(column) };
    }
  }
  return null;
}

/** The lines of a browser's stack, with the places that their modules have in the sources. */
async function inSources(server: ViteDevServer, stack: string): Promise<string> {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return (await Promise.all(lines.map((line) => mapLine(server, line)))).join('\n');
}

async function mapLine(server: ViteDevServer, text: string): Promise<string> {
  const [address, url = '', line, column] =
    /https?:\/\/[^/\s]+(\/\S*?):(\d+):(\d+)/.exec(text) ?? [];
  if (address === undefined) return text;
  const module = await server.environments.client.moduleGraph.getModuleByUrl(url);
  const map = module?.transformResult?.map;
  if (!module?.file || !map || !('version' in map)) return text;
  const entry = new SourceMap({
    file: module.file,
    version: map.version,
    sources: map.sources,
    sourcesContent: [],
    names: map.names,
    mappings: map.mappings,
    sourceRoot: '',
  }).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalLine' in entry)) return text;
  const place = `${module.file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return text.replace(address, place);
}
