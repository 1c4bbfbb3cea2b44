import type { App } from '#server/app.ts';
import { createSimilarNovelsJob } from '#server/catalogue/similar-novels.ts';
import { serveBuilt } from '../built-server.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { createProgress } from '../progress.ts';
import { ensureBuilt, memoryConfig } from './built-site.ts';

/** The demonstration on a free port of this machine, with its SQL statements recorded. */
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
  const progress = createProgress();
  // Pages of a shop, which say prices; nothing asks Stripe.
  const shop = { STRIPE_SECRET_KEY: 'sk_test_budgets', STRIPE_WEBHOOK_SECRET: 'whsec_budgets' };
  const { app, port, stop } = await serveBuilt(memoryConfig(0, shop), {
    parts: { onQuery: (sql) => queries.push(sql) },
    withoutJobs: true,
    prepare: async (app) => {
      const { db, clock } = app;
      await loadDemoCatalogue(db, clock.now(), (done, total, title) =>
        progress.show(done / total, title && `Catalogue de démonstration : ${title}`),
      );
      // The one job that pages show the work of.
      await createSimilarNovelsJob()(app);
      progress.done('Catalogue de démonstration chargé.');
    },
  });
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    takeQueries: () => {
      const taken = queries;
      queries = [];
      return taken;
    },
    stop,
  };
}
