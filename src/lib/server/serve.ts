import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp, type App, type AppParts } from './app.ts';
import { startBackgroundJobs, type BackgroundJobs } from './background-jobs.ts';
import type { Config } from '#server/core/config/config.ts';
import { databaseAnswers, type Life } from '#server/core/http/health.ts';
import { createHttpServer, type ServerOptions } from '#server/core/http/server.ts';
import { listen, notifySystemd } from '#server/core/systemd.ts';
import { pageLocks } from '#server/people/protection/page-locks.ts';

const drainMs = 10_000;
const jobsMs = 5_000;
/** Grace period for requests sent before the client saw the close. */
const idleMs = 500;

/** A listening server. */
export type Serving = {
  app: App;
  port: number;
  /**
   * Fails readiness checks (`/readyz` answers 503) for `STOP_DELAY_SECONDS` while still serving;
   * then accepts no new requests, lets those in flight finish for at most ten seconds, writes
   * buffers and closes the database.
   */
  stop: () => Promise<void>;
};

export type ServeOptions = {
  /** The folder of the build, with a trailing slash. */
  folder: URL;
  /** Fills the app before it listens. */
  prepare?: (app: App) => Promise<void>;
  /** Test overrides. */
  parts?: AppParts;
  /** For measurements: the statements of background jobs are not counted with those of pages. */
  withoutJobs?: boolean;
};

/**
 * Opens the app (with `parts` of a test), lets `prepare` fill it, and listens, on systemd's socket if it
 * gives one. Port 0 takes any free one.
 * @throws DatabaseRefused
 */
export async function serveWith(
  pages: Pick<ServerOptions, 'render' | 'findPage' | 'findCall'>,
  config: Config,
  { folder, prepare = () => Promise.resolve(), parts = {}, withoutJobs = false }: ServeOptions,
): Promise<Serving> {
  const app = await createApp(config, parts);
  const life: Life = { isStopping: false };
  logUnhandledErrors(app);
  const server = createHttpServer({
    app,
    life,
    ...pages,
    locks: pageLocks,
    clientFolder: fileURLToPath(new URL('client/', folder)),
  });
  try {
    await prepare(app);
    // Logs a difference from the database's clock.
    await databaseAnswers(app);
    await listen(server, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  const jobs = startBackgroundJobs(app, withoutJobs ? { jobs: [] } : {});
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  app.log.info({ port, mode: config.mode, postgres: app.database.version }, 'listening');
  return { app, port, stop: () => stop({ server, app, life, jobs }) };
}

/** Without systemd's program it would not learn it, and end the server in time: the log says why. */
async function notify({ log }: App, state: 'READY=1' | 'STOPPING=1'): Promise<void> {
  await notifySystemd(state).catch((error: unknown) => log.error({ err: error }, 'systemd'));
}

/** An unhandled rejection must not end the server; `app` logs it. */
function logUnhandledErrors({ log }: App): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

/**
 * Stops on the signals that a terminal or a service manager sends, then ends the process. Only now is
 * systemd told that it is ready: it may stop the server at once.
 */
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
  void notify(serving.app, 'READY=1');
}

type Running = { server: Server; app: App; life: Life; jobs: BackgroundJobs };

async function stop({ server, app, life, jobs }: Running): Promise<void> {
  app.log.info('stopping');
  life.isStopping = true;
  void notify(app, 'STOPPING=1');
  const jobsEnded = jobs.stop();
  await sleep(app.config.stopDelayMs);
  const closed = once(server, 'close');
  // Node's `close` would end idle connections at once, with requests that a proxy has just sent.
  NetServer.prototype.close.call(server);
  const endIdle = setInterval(() => server.closeIdleConnections(), idleMs);
  const giveUp = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(giveUp);
  clearInterval(endIdle);
  // Only now: it also stops the timer for slow requests.
  server.close();
  // A job may be interrupted anywhere, but would then log errors of a closed database.
  await Promise.race([jobsEnded, sleep(jobsMs, undefined, { ref: false })]);
  await app.close();
  app.log.info('stopped');
}
