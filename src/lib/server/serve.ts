import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createApp, type App } from './app.ts';
import type { Config } from './config/config.ts';
import type { RequestHandler } from './http/astro-handler.ts';
import { createHttpServer } from './http/server.ts';
import { publishDueChapters } from './publishing/publish-due.ts';

const buildFolder = new URL('../../../dist/', import.meta.url);
const drainMs = 10_000;
const publishEveryMs = 15_000;

/** A server that listens. */
export type Serving = {
  app: App;
  port: number;
  /** Lets requests under way finish, writes what is held, closes the database. */
  stop: () => Promise<void>;
};

/**
 * Opens the app, lets `prepare` fill it, and listens. Port 0 takes any free one.
 * Throws `DatabaseInUse` when an embedded database is held by another process.
 */
export async function serve(
  config: Config,
  prepare: (app: App) => Promise<void> = () => Promise.resolve(),
): Promise<Serving> {
  const [astro, app] = await Promise.all([loadAstro(), createApp(config)]);
  const server = createHttpServer({
    app,
    astro,
    clientFolder: fileURLToPath(new URL('client/', buildFolder)),
  });
  try {
    await prepare(app);
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await app.close();
    throw error;
  }
  const publishing = publishWhenDue(app);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  app.log.info({ port, mode: config.mode }, 'listening');
  const stopAll = () => {
    clearInterval(publishing);
    return stop(server, app);
  };
  return { app, port, stop: stopAll };
}

/** Stops on the signals that a terminal or a service manager sends, then ends the process. */
export function stopOnSignals(serving: Serving): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A terminal signals the whole group and npm passes it on: only the first one counts.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      serving.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          serving.app.log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

/** The handler that the build left; it is made for this module graph's `App` (design section 4). */
async function loadAstro(): Promise<RequestHandler> {
  const entry = new URL('server/entry.mjs', buildFolder);
  const built = (await import(entry.href)) as { handler: RequestHandler };
  return built.handler;
}

/** Lets scheduled chapters come out on time, the first look at once. */
function publishWhenDue(app: App): NodeJS.Timeout {
  const publish = () => {
    publishDueChapters(app).catch((error: unknown) => {
      app.log.error({ err: error }, 'scheduled chapters could not be published');
    });
  };
  publish();
  return setInterval(publish, publishEveryMs).unref();
}

async function stop(server: Server, app: App): Promise<void> {
  app.log.info('stopping');
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const giveUp = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(giveUp);
  await app.close();
  app.log.info('stopped');
}
