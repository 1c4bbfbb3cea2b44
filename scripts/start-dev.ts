/**
 * Development: starts the sandbox's identity providers, Stripe, mailbox and push service, and Astro's development server on
 * the demonstration's app.
 */
import { demoSettings, readConfig } from './demo/read-config.ts';
import { startDemoProviders } from './demo/providers.ts';
import { sayMessages, startDemoMessages } from './demo/messages.ts';
import { startDemoStripe } from './demo/stripe.ts';
import { devApp } from './dev/dev-app.ts';
import { pageErrors } from './dev/error-overlay.ts';
import { namedSheets } from './dev/named-sheets.ts';
import { knownFailure } from '#server/failure-sentence.ts';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const own = demoSettings();
  const { siteUrl, databaseUrl, host, port } = readConfig(own);
  const providers = await startDemoProviders(siteUrl, own);
  const stripe = await startDemoStripe({ databaseUrl, port }, own);
  const sandboxMessages = await startDemoMessages(own);
  // Read by Astro's configuration, the app and its database.
  Object.assign(process.env, own, providers?.environment, stripe?.environment, {
    ...sandboxMessages.environment,
    ASTRO_TELEMETRY_DISABLED: '1',
  });
  const { dev } = await import('astro');
  const app = devApp();
  const server = await dev({
    server: { host, port },
    // The build and the checks clear Vite's usual folder of packages.
    vite: { cacheDir: 'node_modules/.vite/dev', plugins: [app.plugin, pageErrors, namedSheets] },
  });
  if (server.address.port !== port) {
    throw new Error(`Le port ${port} est déjà pris : fermez ce qui l’occupe, ou réglez PORT.`);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Vite would end the process without closing the database.
    process.removeAllListeners(signal);
    process.once(signal, () => {
      void server
        .stop()
        .then(() => Promise.all([app.close(), providers?.stop(), stripe?.stop()]))
        .then(() => sandboxMessages.stop())
        .then(() => process.exit(0));
    });
  }
  try {
    await app.opened();
  } catch (error) {
    // An error of the sources is printed whole, with its place.
    console.error(knownFailure(error) ?? error);
    process.exit(1);
  }
  if (stripe) console.log(`Paiements : bac à sable, commandé sur ${stripe.address}/_sandbox`);
  sayMessages(sandboxMessages);
  console.log(`Feuilleton est prêt : ${siteUrl} (Ctrl+C pour arrêter)`);
}
