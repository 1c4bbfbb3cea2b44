import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp, type App, type AppParts } from './app.ts';
import { startBackgroundJobs, type BackgroundJobs } from './background-jobs.ts';
import type { Config } from './config/config.ts';
import { databaseAnswers, type Life } from './http/health.ts';
import type { Render } from './http/render-page.ts';
import { createHttpServer } from './http/server.ts';
import type { FindPage } from './pagecache/cached-page.ts';

const drainMs = 10_000;
const jobsMs = 5_000;
/** What was sent before the end was seen has been read after this. */
const idleMs = 500;

/** A server that listens. */
export type Serving = {
  app: App;
  port: number;
  /**
   * Tells balancers for `STOP_DELAY_SECONDS` that it goes (`/readyz` answers 503) while it still
   * answers; then takes nothing new, lets what is under way finish for at most ten seconds, writes
   * what is held and closes the database.
   */
  stop: () => Promise<void>;
};

export type ServeOptions = {
  /** The folder of the build, with a slash at the end. */
  folder: URL;
  /** Fills the app before it listens. */
  prepare?: (app: App) => Promise<void>;
  /** What a test replaces. */
  parts?: AppParts;
};

/**
 * Opens the app (with `parts` of a test), lets `prepare` fill it, and listens. Port 0 takes any free one.
 * Throws `DatabaseInUse` when an embedded database is held by another process.
 */
export async function serveWith(
  pages: { render: Render; findPage: FindPage },
  config: Config,
  { folder, prepare = () => Promise.resolve(), parts = {} }: ServeOptions,
): Promise<Serving> {
  const app = await createApp(config, parts);
  const life: Life = { isStopping: false };
  keepServing(app);
  const server = createHttpServer({
    app,
    life,
    ...pages,
    clientFolder: fileURLToPath(new URL('client/', folder)),
  });
  try {
    await prepare(app);
    // Says so in the log where the database has another time.
    await databaseAnswers(app);
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await app.close();
    throw error;
  }
  const jobs = startBackgroundJobs(app);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  app.log.info({ port, mode: config.mode }, 'listening');
  return { app, port, stop: () => stop({ server, app, life, jobs }) };
}

/** A promise that nobody waits for must not end the server; `app` logs it. */
function keepServing({ log }: App): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
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

type Running = { server: Server; app: App; life: Life; jobs: BackgroundJobs };

async function stop({ server, app, life, jobs }: Running): Promise<void> {
  app.log.info('stopping');
  life.isStopping = true;
  const jobsEnded = jobs.stop();
  await sleep(app.config.stopDelayMs);
  const closed = once(server, 'close');
  // Node's own `close` would end idle connections at once, and what a proxy has just sent on them.
  NetServer.prototype.close.call(server);
  const endIdle = setInterval(() => server.closeIdleConnections(), idleMs);
  const giveUp = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(giveUp);
  clearInterval(endIdle);
  // Only now: it ends the watch over slow requests, too.
  server.close();
  // A job may be cut off anywhere, but then it complains of a closed database.
  await Promise.race([jobsEnded, sleep(jobsMs, undefined, { ref: false })]);
  await app.close();
  app.log.info('stopped');
}
