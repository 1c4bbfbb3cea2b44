/**
 * `npm run bench`: throughput of cached pages compared with a bare server, and the cost of a
 * catalogue's size.
 */
import { build } from './build.ts';
import { createCleanups } from './bench/cleanups.ts';
import { measureColdRenders, printColdRenders } from './bench/cold-render.ts';
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
      const environment = { ...process.env, FEUILLETON_MODE: 'demo' };
      await withTicks('Construction du site', () => build(environment));
    }
    printThroughput(await measureThroughput(chosen, cleanups), chosen);
    const postgres = await openScratchPostgres(cleanups);
    if ('skipped' in postgres) console.log(`Rendus à froid non mesurés : ${postgres.skipped}`);
    else printColdRenders(await measureColdRenders(chosen, postgres, cleanups), postgres);
  } catch (error) {
    if (!cleanups.isInterrupted()) console.error(error);
    process.exitCode = 1;
  } finally {
    await cleanups.run();
  }
}
