import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApp, type App } from '../../src/lib/server/app.ts';
import type { RequestHandler } from '../../src/lib/server/http/astro-handler.ts';
import { createHttpServer } from '../../src/lib/server/http/server.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { createProgress } from '../progress.ts';
import { ensureBuilt, memoryConfig } from './built-site.ts';

const buildFolder = new URL('../../dist/', import.meta.url);

/** The demonstration on a free port of this machine, with a count of what it asks its database. */
export type DemoServer = {
  app: App;
  url: string;
  /** The SQL of every statement since the last call. */
  takeQueries: () => string[];
  stop: () => Promise<void>;
};

/** Builds what has changed, loads the demonstration's catalogue in memory and serves it. */
export async function startDemoServer(): Promise<DemoServer> {
  await ensureBuilt();
  let queries: string[] = [];
  const app = await createApp(memoryConfig(0), { onQuery: (sql) => queries.push(sql) });
  const progress = createProgress();
  await loadDemoCatalogue(app.db, app.clock.now(), (done, total, title) =>
    progress.show(done / total, title && `Catalogue de démonstration : ${title}`),
  );
  progress.done('Catalogue de démonstration chargé.');
  const entry = new URL('server/entry.mjs', buildFolder);
  const { handler } = (await import(entry.href)) as { handler: RequestHandler };
  const server = createHttpServer({
    app,
    astro: handler,
    clientFolder: fileURLToPath(new URL('client/', buildFolder)),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    takeQueries: () => {
      const taken = queries;
      queries = [];
      return taken;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}
