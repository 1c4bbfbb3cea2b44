/**
 * `npm run budgets`: measures what design section 12 bounds, and compares the README's pictures with the
 * pages; fails when a bound is broken or a page looks otherwise.
 */
import { chromium } from 'playwright';
import { startDemoServer } from './budgets/demo-server.ts';
import { limits } from './budgets/limits.ts';
import { countColdQueries, measure, type Row } from './budgets/measure.ts';
import { differsFromStored, listPictures, takePicture } from './budgets/pictures.ts';
import { listSubjects, type Subject } from './budgets/subjects.ts';
import { chromiumSwitches, findChromium, findWholeChromium } from './chromium.ts';
import { printTable } from './print-table.ts';
import { createProgress } from './progress.ts';

const pagesAtOnce = 2;

try {
  const { rows, changed } = await measureAll();
  for (const sentence of changed) console.error(sentence);
  const breaches = report(rows);
  process.exitCode = breaches + changed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function measureAll(): Promise<{ rows: Row[]; changed: string[] }> {
  // The shell draws no frame where nothing changes, and then never becomes idle.
  const executablePath = (await findWholeChromium()) ?? (await findChromium());
  const server = await startDemoServer();
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  const progress = createProgress();
  try {
    const subjects = await listSubjects(server.app);
    // First, and one by one: what a browser asks for is counted too.
    const asked: { subject: Subject; queries: string[] }[] = [];
    for (const subject of subjects) {
      asked.push({ subject, queries: await countColdQueries(server, subject.path) });
    }
    const rows: Row[] = [];
    const left = [...asked.entries()];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, { subject, queries }] = next;
        progress.show(index / subjects.length, `Mesure : ${subject.name}`);
        rows[index] = await measure(server, browser, subject, queries);
      }
    };
    // Pages wait for the network to be idle most of the time.
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
    const changed: string[] = [];
    for (const picture of await listPictures(server.app)) {
      const png = await takePicture(browser, server, picture);
      changed.push(...[(await differsFromStored(png, picture)) ?? []].flat());
    }
    progress.done('Mesures faites.');
    return { rows, changed };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Prints the table and what it breaks. @returns the number of breaches. */
function report(rows: readonly Row[]): number {
  const { page, chapter, blocks } = limits.scriptBytes;
  const heads = ['', 'HTML+CSS br', 'dont scripts', 'JS', 'demandes', 'décalage', 'SQL'];
  const bounds = [
    'au plus',
    `${limits.documentBytes.page}/${limits.documentBytes.blocks}`,
    limits.inlineScriptBytes,
    `${page}/${chapter}/${blocks}`,
    limits.requestsBeforeText,
    limits.layoutShift,
    limits.queriesColdRender,
  ];
  const lines = rows.map((row) => [
    row.name,
    row.documentBytes,
    row.inlineScriptBytes,
    row.scriptBytes,
    row.requestsBeforeText,
    row.layoutShift,
    row.queries,
  ]);
  printTable(
    heads,
    [bounds, ...lines].map((line) => line.map((cell) => String(cell ?? ''))),
  );
  const breaches = rows.flatMap((row) => row.breaches);
  for (const breach of breaches) console.error(`Dépassement : ${breach}`);
  if (breaches.length === 0) console.log('Tous les budgets sont tenus.');
  return breaches.length;
}
