/**
 * The demonstration: builds what has changed, starts the sandbox's identity providers, Stripe, mailbox
 * and push service, fills an empty database, and serves the site.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { embeddedFolder, isMade } from '#server/core/db/embedded-folder.ts';
import { buildFingerprint } from './build/fingerprint.ts';
import { importBuilt, serveBuilt } from './built-server.ts';
import { isDemoFilled } from './demo/is-filled.ts';
import { sayMessages, startDemoMessages } from './demo/messages.ts';
import { startDemoProviders } from './demo/providers.ts';
import { demoSettings, readConfig } from './demo/read-config.ts';
import { startDemoStripe } from './demo/stripe.ts';
import { knownFailure } from '#server/failure-sentence.ts';
import { withTicks } from './progress.ts';
import { whileAlone } from './while-alone.mjs';

const stampFile = new URL('../dist/fingerprint', import.meta.url);

try {
  await main();
} catch (error) {
  console.error(knownFailure(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
}

async function main(): Promise<void> {
  const environment = demoSettings();
  const { databaseUrl, port, siteUrl } = readConfig(environment);
  process.env.NODE_ENV = 'production';
  if (!(await isBuilt())) {
    await withTicks('Construction du site', () =>
      whileAlone(async () => {
        if (!(await isBuilt())) await runApart('build.ts', environment);
      }),
    );
  }
  const providers = await startDemoProviders(siteUrl, environment);
  const stripe = await startDemoStripe({ databaseUrl, port }, environment);
  const sandboxMessages = await startDemoMessages(environment);
  const config = readConfig({
    ...environment,
    ...providers?.environment,
    ...stripe?.environment,
    ...sandboxMessages.environment,
  });
  if (isNewFolder(databaseUrl)) await runApart('fill-demo.ts', environment);
  const serving = await serveBuilt(config, {
    prepare: async (app) => {
      if (await isDemoFilled(app.db)) return;
      // Half a second and a hundred megabytes, which later starts need not take.
      await (await import('./demo/fill.ts')).fillDemo(app);
    },
  });
  // The bundle's: importing the server's sources as well takes as long as all the rest of a start.
  const { stopOnSignals } = await importBuilt();
  stopOnSignals({
    ...serving,
    stop: async () => {
      await Promise.all([serving.stop(), providers?.stop(), stripe?.stop()]);
      await sandboxMessages.stop();
    },
  });
  if (providers) {
    console.log('Connexion : les comptes Google et Apple sont ceux, inventés, du bac à sable.');
  }
  if (stripe) console.log(`Paiements : bac à sable, commandé sur ${stripe.address}/_sandbox`);
  sayMessages(sandboxMessages);
  console.log(`Feuilleton est prêt : http://localhost:${serving.port} (Ctrl+C pour arrêter)`);
}

/**
 * Runs a script in a process of its own: PostgreSQL's first start in a folder and the build take hundreds
 * of megabytes, of which the server would keep a part.
 */
async function runApart(
  script: string,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const flags = process.execArgv;
  const child = spawn(process.execPath, [...flags, path], { env: environment, stdio: 'inherit' });
  const onSignal = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  // It has said why.
  if (child.exitCode !== 0) process.exit(child.exitCode ?? 1);
}

/** Whether the database is still to be made. */
function isNewFolder(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:') && !isMade(embeddedFolder(databaseUrl));
}

async function isBuilt(): Promise<boolean> {
  if (!existsSync(stampFile)) return false;
  return (await readFile(stampFile, 'utf8')) === buildFingerprint();
}
