/** The production entry: reads the configuration, opens everything, serves until told to stop. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createApp, type App } from './app.ts';
import { parseConfig } from './config/config.ts';
import { DatabaseInUse } from './db/database.ts';
import type { RequestHandler } from './http/astro-handler.ts';
import { createHttpServer } from './http/server.ts';

const buildFolder = new URL('../../../dist/', import.meta.url);
const drainMs = 10_000;

await main();

async function main(): Promise<void> {
  const result = parseConfig(process.env);
  if (!result.ok) {
    console.error(`Feuilleton ne démarre pas :\n${result.problems.map((p) => `- ${p}`).join('\n')}`);
    process.exit(1);
  }
  const app = await openApp(result.config);
  const server = createHttpServer({
    app,
    astro: await loadAstro(),
    clientFolder: fileURLToPath(new URL('client/', buildFolder)),
  });
  server.listen(app.config.port, app.config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  app.log.info({ port, mode: app.config.mode }, 'listening');
  process.send?.({ ready: true, port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(server, app));
  }
}

async function openApp(config: Parameters<typeof createApp>[0]): Promise<App> {
  try {
    return await createApp(config);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function loadAstro(): Promise<RequestHandler> {
  const entry = new URL('server/entry.mjs', buildFolder);
  const { handler } = (await import(entry.href)) as { handler: RequestHandler };
  return handler;
}

/** Lets requests under way finish, writes what is held, closes the database. */
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
  process.exit(0);
}
