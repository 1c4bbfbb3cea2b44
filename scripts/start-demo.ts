/**
 * The demonstration: builds what has changed, starts the sandbox's identity providers and Stripe,
 * fills an empty database, and serves the site.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stopOnSignals } from '#server/serve.ts';
import { build } from './build.ts';
import { buildFingerprint } from './build/fingerprint.ts';
import { serveBuilt } from './built-server.ts';
import { isDemoFilled } from './demo/is-filled.ts';
import { startDemoProviders } from './demo/providers.ts';
import { readConfig } from './demo/read-config.ts';
import { startDemoStripe } from './demo/stripe.ts';
import { knownFailure } from './failure-sentence.ts';
import { createProgress, withTicks } from './progress.ts';

const stampFile = new URL('../dist/fingerprint', import.meta.url);

try {
  await main();
} catch (error) {
  console.error(knownFailure(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
}

async function main(): Promise<void> {
  const environment = { LOG_LEVEL: 'warn', ...process.env, FEUILLETON_MODE: 'demo' };
  const { databaseUrl, port, siteUrl } = readConfig(environment);
  process.env.NODE_ENV = 'production';
  if (!(await isBuilt(environment))) {
    await withTicks('Construction du site', () => build(environment));
  }
  const providers = await startDemoProviders(siteUrl);
  const stripe = await startDemoStripe({ databaseUrl, port });
  const config = readConfig({
    ...environment,
    ...providers?.environment,
    ...stripe?.environment,
  });
  const progress = createProgress();
  const serving = await serveBuilt(config, {
    prepare: async ({ db, clock }) => {
      if (await isDemoFilled(db)) return;
      // Half a second and a hundred megabytes, which later starts need not take.
      const { loadDemoCatalogue } = await import('./demo/load.ts');
      const { loadDemoPeople } = await import('./demo/people.ts');
      const loaded = await loadDemoCatalogue(db, clock.now(), (done, total, title) =>
        progress.show(done / total, title && `Catalogue de démonstration : ${title}`),
      );
      if (loaded > 0) progress.done(`Catalogue de démonstration chargé : ${loaded} romans.`);
      await loadDemoPeople(db, clock.now());
    },
  });
  stopOnSignals({
    ...serving,
    stop: async () => {
      await Promise.all([serving.stop(), providers?.stop(), stripe?.stop()]);
    },
  });
  if (providers) {
    console.log('Connexion : les comptes Google et Apple sont ceux, inventés, du bac à sable.');
  }
  if (stripe) console.log(`Paiements : bac à sable, commandé sur ${stripe.address}/_sandbox`);
  console.log(`Feuilleton est prêt : http://localhost:${serving.port} (Ctrl+C pour arrêter)`);
}

async function isBuilt(environment: Record<string, string | undefined>): Promise<boolean> {
  if (!existsSync(stampFile)) return false;
  return (await readFile(stampFile, 'utf8')) === (await buildFingerprint(environment));
}
