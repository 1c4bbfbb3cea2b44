import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#server/core/log.ts';
import type { Render } from '#server/core/http/render-page.ts';
import type { FindCall } from '#server/core/http/find-call.ts';
import { createHttpServer } from '#server/core/http/server.ts';
import { pageLocks } from '#server/people/protection/page-locks.ts';
import type { FindPage } from '#server/core/pagecache/cached-page.ts';
import { openTestApp } from './app.ts';

/** Our server with an app, and `render` in the place of the build's pages and endpoints. */
export type TestSite = {
  app: Awaited<ReturnType<typeof openTestApp>>;
  url: string;
  /** Lines of the log, parsed. */
  lines: Record<string, unknown>[];
  close: () => Promise<void>;
};

/** In the place of the build's declarations: what is below `/novel/` and `/chapter/` is kept. */
const findNovels: FindPage = ({ pathname }) =>
  Promise.resolve(/^\/(?:novel|chapter)\//.test(pathname) ? { cached: {}, params: {} } : null);

/** As if the build had no calls: `render` answers them. */
const noCalls: FindCall = () => null;

/** What a server finds in the place of a build. */
export const testRoutes = { findPage: findNovels, findCall: noCalls, locks: pageLocks };

export async function openSite(
  render: Render,
  environment: Record<string, string> = {},
  findPage: FindPage = findNovels,
): Promise<TestSite> {
  const lines: TestSite['lines'] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const app = await openTestApp(environment, { log: createLog('debug', { write }) });
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-empty-'));
  const server = createHttpServer({
    app,
    render,
    findPage,
    findCall: noCalls,
    locks: pageLocks,
    clientFolder: folder,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    lines,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
