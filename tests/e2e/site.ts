/** The servers of the browser tests: the built site in the states that the stories need. */
import { saveNovel } from '../../src/lib/server/publishing/save-novel.ts';
import { serve, type Serving } from '../../src/lib/server/serve.ts';
import { ensureBuilt, memoryConfig } from '../../scripts/budgets/built-site.ts';
import { loadDemoCatalogue } from '../../scripts/demo/load.ts';
import { fewRequests, sitePorts } from './addresses.ts';
import { extraNovels } from './novels.ts';

await ensureBuilt();
const failing = await serve(memoryConfig(sitePorts.failing, { LOG_LEVEL: 'silent' }));
await failing.app.database.close();
const others = [
  await serve(memoryConfig(sitePorts.empty)),
  await serve(memoryConfig(sitePorts.limited, { RATE_LIMIT_PER_MINUTE: String(fewRequests) })),
  // Last: Playwright waits for this one.
  await serve(memoryConfig(sitePorts.demo), async (app) => {
    const now = app.clock.now();
    await loadDemoCatalogue(app.db, now);
    for (const novel of extraNovels(now)) await saveNovel(app, novel);
  }),
];
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void leave(others));

/** The failing server has nothing left to close. */
async function leave(servings: readonly Serving[]): Promise<void> {
  await Promise.allSettled(servings.map(({ stop }) => stop()));
  process.exit(0);
}
