/** The servers of the browser tests: the built site in the states that the stories need. */
import { createLog } from '#server/core/log.ts';
import { saveNovel } from '#server/publishing/save-novel.ts';
import type { Serving } from '#server/serve.ts';
import { ensureBuilt, memoryConfig } from '#scripts/budgets/built-site.ts';
import { serveBuilt } from '#scripts/built-server.ts';
import { loadDemoCatalogue } from '#scripts/demo/load.ts';
import { loadDemoPeople } from '#scripts/demo/people.ts';
import { startProviders } from '#sandbox/identity/start-providers.ts';
import { startMail } from '#sandbox/mail/start-mail.ts';
import { startPush } from '#sandbox/push/start-push.ts';
import { startStripe } from '#sandbox/stripe/start-stripe.ts';
import { createDatabase } from '#tests/world/databases.ts';
import startTestServer from '#tests/world/test-server.ts';
import { analyticsSource, besidePorts, fewRequests, sitePorts, siteUrl } from './addresses.ts';
import { startControl } from './control.ts';
import { addEndlessNovel } from './endless-novel.ts';
import { extraNovels, lockedNovel } from './novels.ts';
import { smallPublisher } from './small-publisher.ts';

await ensureBuilt();
const stopDatabases = await startTestServer();
const configOf = async (port: number, settings: Record<string, string> = {}) =>
  memoryConfig(port, { DATABASE_URL: await createDatabase(), ...settings });
const failing = await serveBuilt(await configOf(sitePorts.failing, { LOG_LEVEL: 'silent' }));
await failing.app.database.close();
const providers = await startProviders({
  // The site is on 127.0.0.1: for the browser the providers are another site, as the real ones.
  host: 'localhost',
  googlePort: besidePorts.google,
  applePort: besidePorts.apple,
  siteUrl: siteUrl('demo'),
});
const stripe = await startStripe({
  host: 'localhost',
  port: besidePorts.stripe,
  webhookUrl: `${siteUrl('demo')}/api/stripe/webhook`,
});
const mail = await startMail({ host: 'localhost', port: besidePorts.mail });
const push = await startPush({ host: 'localhost', port: besidePorts.push });
/** What the demonstration's server logs: a story looks for secrets in it. */
const log: string[] = [];
const others = [
  await serveBuilt(await configOf(sitePorts.empty, { ANALYTICS_SRC: analyticsSource })),
  await serveBuilt(
    await configOf(sitePorts.limited, { RATE_LIMIT_PER_MINUTE: String(fewRequests) }),
  ),
  await serveBuilt(await configOf(sitePorts.vast), {
    prepare: async (app) => {
      await addEndlessNovel(app);
      await startControl(app, besidePorts.vastControl, () => '');
    },
  }),
  await serveBuilt(await configOf(sitePorts.small, smallPublisher), {
    prepare: async (app) => {
      for (const novel of extraNovels(app.clock.now())) {
        if (novel.title === lockedNovel.title) await saveNovel(app, novel);
      }
      await startControl(app, besidePorts.smallControl, () => '');
    },
  }),
  // Last: Playwright waits for this one.
  await serveBuilt(
    await configOf(sitePorts.demo, {
      ...providers.environment,
      ...stripe.environment,
      ...mail.environment,
      ...push.environment,
    }),
    {
      prepare: async (app) => {
        const now = app.clock.now();
        await loadDemoCatalogue(app.db, now);
        await loadDemoPeople(app.db, now);
        await startControl(app, besidePorts.control, () => log.join(''));
        for (const novel of extraNovels(now)) await saveNovel(app, novel);
      },
      parts: { log: createLog('debug', { write: (line) => void log.push(line) }) },
    },
  ),
];
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void leave(others));

/** The failing server has nothing left to close. */
async function leave(servings: readonly Serving[]): Promise<void> {
  await Promise.allSettled([
    providers.stop(),
    stripe.stop(),
    mail.stop(),
    push.stop(),
    ...servings.map(({ stop }) => stop()),
  ]);
  await stopDatabases();
  process.exit(0);
}
