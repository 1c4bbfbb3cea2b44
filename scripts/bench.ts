/**
 * `npm run bench`: throughput of cached pages compared with a bare server, the cost of a catalogue's
 * size, and the processor time of calls; the latter beside another commit with `--against`; memory; sending a release to many followers.
 */
import { measureCallCosts, printCallCosts } from './bench/call-cost.ts';
import { ensureSiteIsBuilt, listCheckouts } from './bench/checkouts.ts';
import { createCleanups } from './bench/cleanups.ts';
import { measureColdRenders, printColdRenders } from './bench/cold-render.ts';
import { measureDemonstration, printDemonstration } from './bench/demonstration.ts';
import { measureMail, printMail } from './bench/mail.ts';
import { measureMemory, printMemory } from './bench/memory.ts';
import { parseOptions, usage, type BenchOptions, type BenchPart } from './bench/options.ts';
import { openScratchPostgres } from './bench/scratch-postgres.ts';
import { measureThroughput, printThroughput } from './bench/throughput.ts';
import { measureUnlocks, printUnlocks } from './bench/unlocks.ts';

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
    await ensureSiteIsBuilt();
    const wants = (part: BenchPart) => chosen.only === undefined || chosen.only === part;
    if (wants('pages')) printThroughput(await measureThroughput(chosen, cleanups), chosen);
    const postgres = await openScratchPostgres(cleanups);
    if (wants('renders')) {
      printColdRenders(await measureColdRenders(chosen, postgres, cleanups), postgres);
    }
    const checkouts = await listCheckouts(chosen.against, cleanups);
    if (wants('calls')) {
      printCallCosts(await measureCallCosts(checkouts, chosen, postgres, cleanups));
    }
    if (wants('unlocks')) {
      printUnlocks(await measureUnlocks(checkouts, chosen, postgres, cleanups));
    }
    const here = checkouts.at(-1);
    if (here && wants('memory')) {
      printMemory(await measureMemory(here.folder, chosen, postgres, cleanups));
    }
    if (wants('mail')) printMail(await measureMail(chosen.followers, postgres, cleanups));
    // Last: its build is another one.
    if (wants('demo')) printDemonstration(await measureDemonstration(cleanups));
  } catch (error) {
    if (!cleanups.isInterrupted()) console.error(error);
    process.exitCode = 1;
  } finally {
    await cleanups.run();
  }
}
