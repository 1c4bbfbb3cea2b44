/**
 * The server's entry. Astro's build makes one bundle of it with all pages and endpoints: each
 * module exists once in the running server (design section 4).
 */
import { createApp as createAstro } from 'astro/app/entrypoint';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { findCall } from './calls.ts';
import { createFindPage } from '#server/core/pagecache/find-page.ts';
import { serveWith, stopOnSignals, type ServeOptions, type Serving } from './serve.ts';

export { parseConfig, stopOnSignals };

// Pages are buffered: a failure midway sends an error page, not half a page.
const astro = createAstro({ streaming: false });

/** Finds pages by their own declarations (`pagecache/cached-page.ts`). */
export const findPage = createFindPage(astro);

/** Serves the built site; see `serveWith`. */
export function serve(config: Config, options: ServeOptions): Promise<Serving> {
  const render = (request: Request, locals: App.Locals) =>
    astro.render(request, { locals, addCookieHeader: true });
  return serveWith({ render, findPage, findCall }, config, options);
}

/**
 * Production: reports missing settings or serves until stopped.
 *
 * @param folder of the build, with a trailing slash.
 */
export async function run(folder: URL): Promise<void> {
  const result = parseConfig(process.env);
  if (!result.ok) {
    leave(`Feuilleton ne démarre pas :\n${result.problems.map((line) => `- ${line}`).join('\n')}`);
  }
  try {
    stopOnSignals(await serve(result.config, { folder }));
  } catch (error) {
    leave(error instanceof Error ? error.message : String(error));
  }
}

function leave(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
