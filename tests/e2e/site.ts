/** The servers of the browser tests: the built site in the states that the stories need. */
import { createLog } from '#server/log.ts';
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
import { dumpMigrated } from '#tests/world/dump-migrated.ts';
import { besidePorts, fewRequests, sitePorts, siteUrl } from './addresses.ts';
import { startControl } from './control.ts';
import { addEndlessNovel } from './endless-novel.ts';
import { extraNovels } from './novels.ts';

await ensureBuilt();
const parts = { template: await dumpMigrated() };
const failing = await serveBuilt(memoryConfig(sitePorts.failing, { LOG_LEVEL: 'silent' }), {
  parts,
});
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
  await serveBuilt(memoryConfig(sitePorts.empty), { parts }),
  await serveBuilt(
    memoryConfig(sitePorts.limited, { RATE_LIMIT_PER_MINUTE: String(fewRequests) }),
    {
      parts,
    },
  ),
  await serveBuilt(memoryConfig(sitePorts.vast), {
    parts,
    prepare: async (app) => {
      await addEndlessNovel(app);
      await startControl(app, besidePorts.vastControl, () => '');
    },
  }),
  // Last: Playwright waits for this one.
  await serveBuilt(
    memoryConfig(sitePorts.demo, {
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
      parts: { ...parts, log: createLog('debug', { write: (line) => void log.push(line) }) },
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
  process.exit(0);
}
