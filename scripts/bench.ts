/**
 * `npm run bench`: throughput of cached pages compared with a bare server, the cost of a catalogue's
 * size, and the processor time of calls; the latter beside another commit with `--against`.
 */
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { createCleanups, type Cleanups } from './bench/cleanups.ts';
import { measureColdRenders, printColdRenders } from './bench/cold-render.ts';
import { measureCallCosts, printCallCosts, type Checkout } from './bench/call-cost.ts';
import { buildOtherCheckout } from './bench/other-checkout.ts';
import { isSiteBuilt } from './built-server.ts';
import { parseOptions, usage, type BenchOptions } from './bench/options.ts';
import { openScratchPostgres } from './bench/scratch-postgres.ts';
import { measureThroughput, printThroughput } from './bench/throughput.ts';
import { withTicks } from './progress.ts';

process.env.NODE_ENV = 'production';
const options = parseOptions(process.argv.slice(2));
if (options === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await run(options);
}

async function run(chosen: BenchOptions): Promise<void> {
  const cleanups = createCleanups();
  try {
    if (!isSiteBuilt()) {
      const environment = { ...process.env, FEUILLETON_MODE: 'test' };
      await withTicks('Construction du site', () => build(environment));
    }
    printThroughput(await measureThroughput(chosen, cleanups), chosen);
    const postgres = await openScratchPostgres(cleanups);
    if ('skipped' in postgres) console.log(`Rendus à froid non mesurés : ${postgres.skipped}`);
    else {
      printColdRenders(await measureColdRenders(chosen, postgres, cleanups), postgres);
      const checkouts = await listCheckouts(chosen, cleanups);
      printCallCosts(await measureCallCosts(checkouts, chosen, postgres, cleanups));
    }
  } catch (error) {
    if (!cleanups.isInterrupted()) console.error(error);
    process.exitCode = 1;
  } finally {
    await cleanups.run();
  }
}

async function listCheckouts(
  { against }: BenchOptions,
  cleanups: Cleanups,
): Promise<readonly Checkout[]> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const here = { name: 'ici', folder: root };
  if (against === undefined) return [here];
  const folder = await withTicks(`Construction de ${against}`, () =>
    buildOtherCheckout(root, against, cleanups),
  );
  return [{ name: against, folder }, here];
}
