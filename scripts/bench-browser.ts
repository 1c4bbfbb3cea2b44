/**
 * `npm run bench:browser`: what a phone's browser does with the built site, beside another commit with
 * `--against`. Prints figures, asserts nothing.
 */
import { chromium } from 'playwright';
import { parseBrowserOptions, usage, type BrowserBenchOptions } from './bench/browser/options.ts';
import { printBrowserTable, type Measured } from './bench/browser/report.ts';
import { openSites } from './bench/browser/site.ts';
import { subjects } from './bench/browser/subjects.ts';
import { ensureSiteIsBuilt, listCheckouts } from './bench/checkouts.ts';
import { createCleanups, type Cleanups } from './bench/cleanups.ts';
import { openScratchPostgres } from './bench/scratch-postgres.ts';
import { chromiumSwitches, findChromium } from './chromium.ts';
import { createProgress } from './progress.ts';

process.env.NODE_ENV = 'production';
const options = parseBrowserOptions(process.argv.slice(2));
if (options === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await run(options);
}

async function run(chosen: BrowserBenchOptions): Promise<void> {
  const cleanups = createCleanups();
  try {
    await ensureSiteIsBuilt();
    const postgres = await openScratchPostgres(cleanups);
    const checkouts = await listCheckouts(chosen.against, cleanups);
    const sites = await openSites(checkouts, postgres, cleanups);
    const measured = await measureAll(sites, chosen, cleanups);
    printBrowserTable(
      checkouts.map(({ name }) => name),
      measured,
      chosen.rounds,
    );
  } catch (error) {
    if (!cleanups.isInterrupted()) console.error(error);
    process.exitCode = 1;
  } finally {
    await cleanups.run();
  }
}

/** Every kind of visit on each site in turn, round by round; the first round warms up. */
async function measureAll(
  sites: Awaited<ReturnType<typeof openSites>>,
  { rounds, only }: BrowserBenchOptions,
  cleanups: Cleanups,
): Promise<Measured[]> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  cleanups.add(() => browser.close());
  const progress = createProgress();
  const chosen = subjects.filter(({ name }) => name.includes(only));
  const all: Measured[] = [];
  for (const [at, { name, rows, measure }] of chosen.entries()) {
    const values = rows.map(() => sites.map((): number[] => []));
    for (let round = -1; round < rounds; round += 1) {
      progress.show((at + (round + 1) / (rounds + 1)) / chosen.length, name);
      for (const [index, site] of sites.entries()) {
        const figures = await measure(browser, site);
        if (round < 0) continue;
        for (const [row, figure] of figures.entries()) values[row]?.[index]?.push(figure);
      }
    }
    for (const [index, row] of rows.entries()) all.push({ row, values: values[index] ?? [] });
  }
  progress.done('Visites faites.');
  return all;
}
