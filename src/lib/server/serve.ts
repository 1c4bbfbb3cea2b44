import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createApp, type App, type AppParts } from './app.ts';
import type { Config } from './config/config.ts';
import type { RequestHandler } from './http/astro-handler.ts';
import { createHttpServer } from './http/server.ts';
import { sweepWithheld } from './community/moderate-comment.ts';
import { sweepSessions } from './identity/sessions.ts';
import { sweepSignInAttempts } from './identity/sign-in-attempts.ts';
import { reconcile } from './payments/reconcile.ts';
import { sweepChallenges } from './protection/sweep.ts';
import { publishDueChapters } from './publishing/publish-due.ts';

const buildFolder = new URL('../../../dist/', import.meta.url);
const drainMs = 10_000;
const publishEveryMs = 15_000;
const reconcileEveryMs = 3 * 60_000;
const sweepEveryMs = 60 * 60_000;

/** A server that listens. */
export type Serving = {
  app: App;
  port: number;
  /** Lets requests under way finish, writes what is held, closes the database. */
  stop: () => Promise<void>;
};

/**
 * Opens the app (with `parts` of a test), lets `prepare` fill it, and listens. Port 0 takes any free one.
 * Throws `DatabaseInUse` when an embedded database is held by another process.
 */
export async function serve(
  config: Config,
  prepare: (app: App) => Promise<void> = () => Promise.resolve(),
  parts: AppParts = {},
): Promise<Serving> {
  const [astro, app] = await Promise.all([loadAstro(), createApp(config, parts)]);
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
  const chores = startChores(app);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  app.log.info({ port, mode: config.mode }, 'listening');
  const stopAll = () => {
    for (const chore of chores) clearInterval(chore);
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

/** What is done again and again while the server runs, the first time at once. */
function startChores(app: App): NodeJS.Timeout[] {
  const every = (ms: number, chore: () => Promise<unknown>, complaint: string) => {
    const run = () => {
      chore().catch((error: unknown) => app.log.error({ err: error }, complaint));
    };
    run();
    return setInterval(run, ms).unref();
  };
  return [
    every(publishEveryMs, () => publishDueChapters(app), 'scheduled chapters not published'),
    every(reconcileEveryMs, () => reconcile(app), 'payments not reconciled'),
    every(sweepEveryMs, () => sweepSessions(app), 'old sessions not swept'),
    every(sweepEveryMs, () => sweepSignInAttempts(app), 'old sign-in attempts not swept'),
    every(sweepEveryMs, () => sweepChallenges(app), 'old challenges not swept'),
    every(sweepEveryMs, () => sweepWithheld(app), 'old words of removed comments not swept'),
  ];
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
