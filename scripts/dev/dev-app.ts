import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isRunnableDevEnvironment, type Plugin } from 'vite';
import { showFailure } from './error-overlay.ts';
import type * as openApp from './open-app.ts';

/** Where Astro's development server looks for a request's `locals`. */
const localsOfRequest = Symbol.for('astro.locals');
/** The app's own sources; the rest of the server belongs to pages, which Vite reloads. */
const serverFolder = fileURLToPath(new URL('../../src/lib/server/', import.meta.url));

type Opened = Awaited<ReturnType<typeof openApp.openDevApp>>;

/** The app behind Astro's development server. */
type DevApp = {
  plugin: Plugin;
  /** Resolves when the app is open. Rejects where it cannot be opened, because of its database say. */
  opened: () => Promise<unknown>;
  close: () => Promise<void>;
};

/**
 * Opens the app from the same modules as the pages, so that each exists once, and passes it to
 * every request as our entry does in production. Reopened after a change of the server.
 */
export function devApp(): DevApp {
  let opening: Promise<Opened | null> = Promise.resolve(null);
  const plugin: Plugin = {
    name: 'feuilleton-dev-app',
    configureServer(server) {
      // Astro asks for it, but the stacks of Vite's runner have their places in the sources already.
      server.ssrFixStacktrace = () => undefined;
      const { ssr } = server.environments;
      if (!isRunnableDevEnvironment(ssr)) throw new Error('pages do not run in this process');
      const open = async () => {
        await opening.catch(() => null).then((opened) => opened?.close());
        const module = await ssr.runner.import<typeof openApp>('/scripts/dev/open-app.ts');
        return module.openDevApp((failure) => showFailure(server, failure));
      };
      opening = open();
      // The caller that awaits `opened` reports it.
      opening.catch(() => null);
      server.watcher.on('change', (file) => {
        if (!file.startsWith(serverFolder)) return;
        opening = open();
        // Printed on the terminal; the requests that wait for the app fail with it.
        opening.catch((error: unknown) => console.error(error));
      });
      server.middlewares.use((request, _response, next) => {
        // Vite's own files need no app.
        if (/^\/(?:@|src\/|node_modules\/)/.test(request.url ?? '')) {
          next();
          return;
        }
        opening
          .then((opened) => opened?.localsOf(request, randomUUID()))
          .then((locals) => {
            Reflect.set(request, localsOfRequest, locals);
            next();
          })
          .catch(next);
      });
    },
  };
  return { plugin, opened: () => opening, close: async () => (await opening)?.close() };
}
